/** Whether this installation can read text in pictures, without starting anything. */
import { createRequire } from "node:module"

const require = createRequire(import.meta.url)

const needed = ["tesseract.js", "@tesseract.js-data/eng", "@hyzyla/pdfium", "sharp"]

/** The packages that reading text in pictures needs and that are not installed. */
export const ocrLacks = (): ReadonlyArray<string> =>
  needed.filter((name) => {
    try {
      require.resolve(name === "@tesseract.js-data/eng" ? `${name}/package.json` : name)
      return false
    } catch {
      return true
    }
  })
