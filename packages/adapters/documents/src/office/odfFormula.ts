/** Equations of OpenDocument: each is a document of its own inside the archive, in MathML. */
import type { Archive } from "../reading/Archive.ts"
import { safeMarkup } from "../reading/SafeMarkup.ts"
import { type XmlElement, xmlText } from "../reading/XmlTree.ts"

/** The equation that an object is; an empty text for other objects, such as charts. */
export const odfFormula = (archive: Archive, object: XmlElement): string => {
  const folder = (object.attributes["xlink:href"] ?? "").replace(/^\.\//, "").replace(/\/$/, "")
  const content = folder === "" ? null : archive.read(`${folder}/content.xml`)
  const source = content === null ? "" : xmlText(content)
  if (!/^\s*(?:<[?!][^>]*>\s*)*<(?:\w+:)?math[\s>]/.test(source)) return ""
  // Every equation says that it is a block, also where it stands in a line.
  return safeMarkup(source, { isXml: true, img: () => "" })
    .trim()
    .replace(/^<math display="block">/, "<math>")
}
