/** A file as the answer, instead of a JSON body. */
export interface FileAnswer {
  content: Uint8Array;
  contentType: string;
  fileName: string;
}

/** A file that is made while it is sent, so that memory holds a part of it. */
export interface StreamedFile extends Omit<FileAnswer, 'content'> {
  parts: AsyncIterable<Uint8Array>;
}

/** The answer of an operation: a rendered body or a file. */
export type Answer = Uint8Array | FileAnswer | StreamedFile;
