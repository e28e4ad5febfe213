/** Colours for whoever looks at a terminal, unless `NO_COLOR` is set; files and pipes get the text as it is. */
import { styleText } from "node:util"

type Style = Parameters<typeof styleText>[0]

const styled = (style: Style, text: string): string => styleText(style, text, { stream: process.stdout })

const styleOf = (line: string): Style | null => {
  if (line.startsWith("@@")) return "cyan"
  if (line.startsWith("+")) return "green"
  return line.startsWith("-") ? "red" : null
}

/** A unified diff: what went in red, what came in green. */
export const colouredDiff = (diff: string): string =>
  diff
    .split("\n")
    .map((line) => {
      const style = styleOf(line)
      return style === null ? line : styled(style, line)
    })
    .join("\n")
