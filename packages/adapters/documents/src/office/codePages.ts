/** Code pages of Windows, and what fonts of Rich Text say instead of them. */
import { TextDecoder } from "@exodus/bytes/encoding.js"

/** Names of decoders for code pages that are not called `windows-…`. */
const names = new Map([
  [866, "ibm866"],
  [932, "shift_jis"],
  [936, "gbk"],
  [949, "euc-kr"],
  [950, "big5"],
  [1200, "utf-16le"],
  [10_000, "macintosh"],
  [10_007, "x-mac-cyrillic"],
  [20_866, "koi8-r"],
  [21_866, "koi8-u"],
  [51_932, "euc-jp"],
  [51_949, "euc-kr"],
  [54_936, "gb18030"],
  [65_001, "utf-8"]
])

/** ISO 8859-1 and those after it. */
const isIso = (codePage: number) => codePage > 28_590 && codePage < 28_607

/** Text in a code page; what has none that is known is read as Western European. */
export const codePageText = (bytes: Uint8Array, codePage: number): string => {
  const name = names.get(codePage) ?? (isIso(codePage) ? `iso-8859-${codePage - 28_590}` : `windows-${codePage}`)
  try {
    return new TextDecoder(name).decode(bytes)
  } catch {
    return new TextDecoder("windows-1252").decode(bytes)
  }
}

/** Code pages by the numbers that fonts have for the scripts they are made for; 0 and 1 stand for the document's own. */
export const codePageOfFont: ReadonlyMap<number, number> = new Map([
  [77, 10_000],
  [128, 932],
  [129, 949],
  [134, 936],
  [136, 950],
  [161, 1253],
  [162, 1254],
  [163, 1258],
  [177, 1255],
  [178, 1256],
  [186, 1257],
  [204, 1251],
  [222, 874],
  [238, 1250]
])
