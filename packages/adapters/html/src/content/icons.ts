/** Small pictures beside words, which say nothing that is read. */
import { attributeOf, type PageElement } from "../PageTree.ts"

/** Pixels; pictures that are read are larger. */
const minSide = 33

/** Whether a picture is drawn as an icon. Faces and formulas, which are words, are not. */
export const isIcon = (image: PageElement): boolean => {
  if (!isSmall(image)) return false
  const alt = attributeOf(image, "alt")?.trim() ?? ""
  if (/[\\^_{}=]|\p{Extended_Pictographic}/u.test(alt)) return false
  return !/(?:^|[\s_-])(?:emoji|latex|tex|math)/i.test(attributeOf(image, "class") ?? "")
}

const isSmall = ({ attributes }: PageElement): boolean => {
  for (const { name, value } of attributes) {
    if ((name === "width" || name === "height") && isBelow(/^\s*(\d{1,4})(?:px)?\s*$/.exec(value)?.[1])) return true
    if (name === "style" && isBelow(/(?:^|[;\s])(?:width|height)\s*:\s*(\d{1,4})px/i.exec(value)?.[1])) return true
  }
  return false
}

const isBelow = (side: string | undefined): boolean => side !== undefined && Number(side) > 0 && Number(side) < minSide
