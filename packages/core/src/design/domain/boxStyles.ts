/** Buttons, inputs and cards, as style guides write them. */
import type { SeenBox } from "../../pages/domain/PageStyles.ts"
import { written } from "./color.ts"
import type { ButtonStyle, CardStyle } from "./StyleGuide.ts"

/** Declarations, one a line; what is not there is left out. */
const cssOf = (declarations: Readonly<Record<string, string | undefined>>): string =>
  Object.entries(declarations)
    .flatMap(([name, value]) => (value === undefined ? [] : `${name}: ${value};`))
    .join("\n")

const quoted = (family: string): string => (/^[\w-]+$/.test(family) ? family : JSON.stringify(family))

const borderOf = ({ borderColor, borderStyle, borderWidth }: SeenBox) =>
  /^0(?:px)?$/.test(borderWidth) || borderStyle === "none"
    ? { borderColor, borderWidth: "0px", borderStyle: "none" }
    : { borderColor, borderWidth, borderStyle }

const frameOf = (box: SeenBox) => ({
  backgroundColor: written(box.background),
  ...borderOf(box),
  borderRadius: box.borderRadius,
  padding: box.padding,
  boxShadow: box.shadow
})

const frameCss = (frame: ReturnType<typeof frameOf>) => ({
  "background-color": frame.backgroundColor,
  border: `${frame.borderWidth} ${frame.borderStyle} ${frame.borderColor}`,
  "border-radius": frame.borderRadius,
  padding: frame.padding,
  "box-shadow": frame.boxShadow
})

/** What is pressed, or written into. */
export const buttonStyle = (box: SeenBox): ButtonStyle => {
  const frame = frameOf(box)
  const color = written(box.color)
  const hasOwnLine = box.decoration !== "none" && box.decorationColor !== box.color
  const [fontFamily] = box.families
  return {
    ...frame,
    color,
    minWidth: `${box.width}px`,
    minHeight: `${box.height}px`,
    ...(fontFamily === undefined ? {} : { fontFamily, fontFallbacks: box.families }),
    fontSize: `${box.size}px`,
    fontWeight: box.weight,
    textDecoration: box.decoration,
    ...(hasOwnLine ? { textDecorationColor: written(box.decorationColor) } : {}),
    css: cssOf({
      ...frameCss(frame),
      color,
      "font-family": fontFamily === undefined ? undefined : box.families.map(quoted).join(", "),
      "font-size": `${box.size}px`,
      "font-weight": String(box.weight),
      "text-decoration": box.decoration
    })
  }
}

/** What holds text apart from the rest of the page. */
export const cardStyle = (box: SeenBox): CardStyle => {
  const frame = frameOf(box)
  const textColor = written(box.color)
  return { ...frame, textColor, css: cssOf({ ...frameCss(frame), color: textColor }) }
}
