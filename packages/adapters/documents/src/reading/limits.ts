/** How much of a file is read. A file over a limit is refused, or what is over is left out and said to be. */

const mebibyte = 1024 * 1024

/** Heap of one reading thread. */
export const heapMegabytes = 512

/** Memory outside the heap that one reading thread may hold: buffers, and the memories of WebAssembly. */
export const outsideHeapBytes = 512 * mebibyte

/** Memory of one WebAssembly module: the renderer of PDF pages, the reader of pictures. */
export const wasmBytes = 384 * mebibyte

/** Longest time for one file, whatever was asked for. */
export const longestReadSeconds = 120

/** Files that wait for a thread; one more is refused. */
export const waitingFiles = 64

/** Size of what is written down of a file. */
export const outputCharacters = 55_000_000

export const archive = { entries: 10_000, bytes: 200 * mebibyte, ratio: 200, ratioFromBytes: mebibyte } as const

export const xml = { depth: 256, elements: 2_000_000, attributes: 1_000 } as const

export const pdf = { pages: 500, piecesOfPage: 100_000, pieces: 2_000_000, linksOfPage: 2_000 } as const

/** Cells of all sheets together; rows over `rows` and columns over `columns` are left out. */
export const sheets = { rows: 100_000, columns: 500, cells: 2_000_000, sheets: 200, cellCharacters: 32_767 } as const

export const slides = { slides: 2_000 } as const

export const pictures = { bytes: mebibyte, count: 20 } as const

/** Pixels of a picture that is read, and of a page that is rendered. */
export const pixels = 40_000_000

/** Resolution at which pages are rendered to be read: tesseract wants letters of 20 pixels and more. */
export const renderDpi = 200
