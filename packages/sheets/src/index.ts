export { readCsv } from './csv';
export { readSheet } from './read-sheet';
export * from './sheet';
export { packWorkbook, writeWorkbook, type SheetValues } from './workbook';
export { sheetEnd, sheetRow, sheetStart, type SheetColumn } from './worksheet';
export { csvHead, csvLine } from './write-csv';
