/** In which charset a text is, for whoever decodes it here, and for a browser that is told where nothing else tells it. */
import sniff from "html-encoding-sniffer"
import { guessCharset } from "./guessCharset.ts"
import { declarationOf, isText, type MediaType, parseMediaType } from "./MediaType.ts"

/** Stands for "nothing was declared": no encoding has this name. */
const undeclared = "undeclared"

const declared = (bytes: Buffer, type: MediaType): string => {
  const label = type.charset === null ? {} : { transportLayerEncodingLabel: type.charset }
  switch (declarationOf(type)) {
    case "html":
      return sniff(bytes, { ...label, defaultEncoding: undeclared })
    case "xml":
      return sniff(bytes, { ...label, xml: true, defaultEncoding: undeclared })
    case "none":
      return sniff(bytes, { ...label, maxPrescanBytes: 0, defaultEncoding: undeclared })
  }
}

/** By, in this order, byte order mark, header, a declaration inside, and content. */
export const charsetOf = (bytes: Buffer, type: MediaType): string => {
  const said = declared(bytes, type)
  return said === undeclared ? guessCharset(bytes) : said
}

const nothing = Buffer.alloc(0)

/** Whether a header says of a text what kind it is, and not in which charset; one that nobody knows says nothing. */
export const leavesCharsetOpen = (contentType: string | null): boolean => {
  const type = parseMediaType(contentType)
  if (type.essence === "" || !isText(type)) return false
  return type.charset === null || declared(nothing, type) === undeclared
}

/** The header of a text, with its charset where neither that nor a mark nor its markup says it. */
export const contentTypeWithCharset = (contentType: string, bytes: Buffer): string => {
  const type = parseMediaType(contentType)
  return declared(bytes, type) === undeclared ? `${type.essence}; charset=${guessCharset(bytes)}` : contentType
}
