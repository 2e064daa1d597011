/** A response that is a file instead of JSON. */
export interface FileAnswer {
  content: Uint8Array;
  contentType: string;
  fileName: string;
}

/** A file that is produced while it is sent, so that only a part of it is in memory at a time. */
export interface StreamedFile extends Omit<FileAnswer, 'content'> {
  parts: AsyncIterable<Uint8Array>;
}

/** The response of an operation: a rendered body or a file. */
export type Answer = Uint8Array | FileAnswer | StreamedFile;
