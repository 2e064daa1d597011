/** The reason why the text of a PDF cannot be read. */
export type PdfFault = 'pdf_unreadable' | 'pdf_without_text' | 'pdf_too_long';

/** The text of a PDF line by line, or the reason why the text cannot be read. */
export type PdfLines = { text: string } | { fault: PdfFault };
