/** How much of a file is read. A file over a limit is refused, or what is over is left out and said to be. */

const mebibyte = 1024 * 1024

/** Heap of one reading process, and all of its memory. */
export const heapMegabytes = 512
export const residentMegabytes = 1_024

/** Memory of one WebAssembly module: the renderer of PDF pages, the reader of pictures. */
export const wasmBytes = 384 * mebibyte

/** Time of the processor for one file, unless the layer is told another. */
export const processorSeconds = 10

/** Time of the processor that each page of a PDF whose picture is read adds to it. */
export const pictureMillis = 5_000

/** Longest time for one file, whatever was asked for and however little of the processor it gets. */
export const longestReadSeconds = 120

/** Files that wait for a process, of one organization and overall; one more is refused. */
export const waitingFiles = { ofOne: 64, overall: 512 } as const

/** Time of the processor that an organization may lose to files that could not be read, and when that is forgotten. */
export const lossSeconds = 60
export const lossForgottenInMillis = 600_000

/** Bytes of HTML and Markdown together, as UTF-8. */
export const answerBytes = 256 * mebibyte

/** Size of what is written down of a file. */
export const outputCharacters = 55_000_000

/**
 * Elements and texts of what is made of a file. Whoever reads pages refuses what has more (`PageTree.ts` of `@kittiwake/html`), in another
 * thread and with a tree of them in memory.
 */
export const pageNodes = 500_000

export const archive = { entries: 10_000, bytes: 200 * mebibyte, ratio: 200, ratioFromBytes: mebibyte } as const

export const xml = { depth: 256, elements: 2_000_000, attributes: 1_000 } as const

export const pdf = {
  pages: 500,
  piecesOfPage: 100_000,
  pieces: 2_000_000,
  linksOfPage: 2_000,
  /** What the contents and fonts of a page unpack to. */
  inflatedBytesOfPage: 48 * mebibyte,
  /** Of a file's time of the processor, what opening it and its first page may take; each of the next pages adds as much again. */
  timeOfFirstPage: 1 / 2,
  timeOfPage: 1 / 10,
  /** What a file without OCR may add to the memory of its process, and as much more for each of its bytes, which are copied. */
  addedMegabytes: 256,
  addedPerByte: 6
} as const

/** Rows over `rows` and columns over `columns` are left out. */
export const sheets = {
  rows: 100_000,
  columns: 500,
  sheets: 200,
  /** A part with more has many times the cells that are read of a page: of its first ones numbers are told as they are stored. */
  formattedBytes: 64 * mebibyte
} as const

/** Elements and texts of the rows of all sheets together; the others are for what each is called, its table, and what is left out of it. */
export const tableNodes = pageNodes - 20 * sheets.sheets

/** What stands in a file once and is shown in many places (a note, a chapter, a slide, an address) is shown again for so long. */
export const repeatedCharacters = 1_000_000

/** Cells that a sheet says to be there so many times over are put into memory one by one. */
export const repeatedCells = 4_000_000

/** Of a Word document: elements, of each of which mammoth keeps a kilobyte and more, fields in each other, lists and their definitions, of which Word writes no more, and characters of the labels before them. */
export const words = { elements: 600_000, openFields: 1_000, lists: 32_767, labelCharacters: 2_000_000 } as const

export const slides = { slides: 2_000 } as const

export const pictures = { bytes: mebibyte, count: 20 } as const

/** Pixels of a picture that is read, and of a page that is rendered. */
export const pixels = 40_000_000

/** Resolution at which pages are rendered to be read: tesseract wants letters of 20 pixels and more. */
export const renderDpi = 200
