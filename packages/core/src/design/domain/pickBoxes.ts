/** Which of a page's buttons and cards are the ones that a style guide shows. */
import type { BoxKind, PageStyles, SeenBox } from "../../pages/domain/PageStyles.ts"
import { chromaOf, contrastOf, distanceOf, luminanceOf, opacityOf, solid } from "./color.ts"

/** Colours that are nearer to each other than this are the same to somebody who looks. */
const alike = 0.06

const isFilled = ({ background, behind }: SeenBox): boolean =>
  opacityOf(background) >= 0.5 && distanceOf(solid(background), behind) > alike

/** How much a filled button calls to be pressed: by how many there are, their colour, and how they stand out. */
const callOf = (box: SeenBox): number => {
  const stands = Math.log2(1 + contrastOf(solid(box.background), box.behind))
  return Math.sqrt(box.elements) * (0.35 + chromaOf(box.background)) * stands * (box.weight >= 500 ? 1.2 : 1)
}

const best = (boxes: ReadonlyArray<SeenBox>, weight: (box: SeenBox) => number): SeenBox | null => {
  let found: SeenBox | null = null
  let most = Number.NEGATIVE_INFINITY
  for (const box of boxes) {
    const own = weight(box)
    if (own > most) {
      most = own
      found = box
    }
  }
  return found
}

const looksLike = (one: SeenBox, other: SeenBox): boolean =>
  distanceOf(solid(one.background), solid(other.background)) <= alike &&
  Math.abs(opacityOf(one.background) - opacityOf(other.background)) < 0.3

/** The buttons of a page: the one that is to be pressed first, the next, and the link among text. */
export const pickButtons = ({ boxes }: PageStyles) => {
  const buttons = boxes.filter(({ kind }) => kind === "button")
  const filled = buttons.filter(isFilled)
  const primary = best(filled, callOf)
  const others = primary === null ? buttons : buttons.filter((box) => !looksLike(box, primary))
  const secondary = best(others, (box) => Math.sqrt(box.elements) * (isFilled(box) ? callOf(box) + 0.5 : 1))
  const links = boxes.filter(({ kind }) => kind === "link")
  // A link among text has a colour or a line of its own; one of a menu looks like text.
  const link = best(links, (box) => {
    const tells = chromaOf(box.color) > 0.2 || box.decoration.includes("underline")
    return box.elements * (tells ? 10 : 1) * (luminanceOf(box.behind) > 0.5 ? 1.1 : 1)
  })
  return { primary: primary ?? secondary, secondary: primary === null ? null : secondary, link }
}

/** The look of a kind that most of the page has. */
export const pickMost = ({ boxes }: PageStyles, kind: BoxKind): SeenBox | null =>
  best(
    boxes.filter((box) => box.kind === kind),
    ({ area, elements }) => elements * (1 + Math.sqrt(area))
  )
