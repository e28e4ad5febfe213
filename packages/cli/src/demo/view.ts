/** How a demo looks in a terminal: words first, few lines, and colours for whoever looks at one. */
import { styleText } from "node:util"
import { forOutput } from "../commands/terminal.ts"
import type { DemoPart, DiffLine, ShownChange, ShownEvent, ShownLooks } from "./DemoReport.ts"

type Style = Parameters<typeof styleText>[0]

/** Colours where standard output is a terminal and `NO_COLOR` is not set. */
const styled = (style: Style, text: string): string => styleText(style, text, { stream: process.stdout })

const bold = (text: string) => styled("bold", text)
const dim = (text: string) => styled("dim", text)

const colourOf: { readonly [S in DiffLine["sign"]]: Style } = { "+": "green", "-": "red", "↦": "magenta" }

/** Longest line of what differs, in characters. */
const lineLength = 92

/** Lines of what differs that are shown. */
const linesShown = 8

const cut = (text: string): string => (text.length <= lineLength ? text : `${text.slice(0, lineLength - 1)}…`)

/** The words that differ stand out: by style in a terminal, and between marks elsewhere. */
const withMarks = (text: string, marked: ReadonlyArray<string>, style: Style): string => {
  let rest = text
  let shown = ""
  for (const words of marked) {
    const at = rest.indexOf(words)
    if (at === -1) continue
    const strong = styled(["bold", "inverse"], words)
    shown += `${styled(style, rest.slice(0, at))}${strong === words ? `[${words}]` : styled(style, strong)}`
    rest = rest.slice(at + words.length)
  }
  return `${shown}${styled(style, rest)}`
}

const diffLine = ({ marked, sign, text }: DiffLine): string => {
  const style = colourOf[sign]
  return `    ${styled(style, sign)} ${withMarks(cut(forOutput(text)), marked.map(forOutput), style)}`
}

const diffText = (lines: ReadonlyArray<DiffLine>): ReadonlyArray<string> => [
  ...lines.slice(0, linesShown).map(diffLine),
  ...(lines.length > linesShown ? [dim(`      … ${lines.length - linesShown} lines more`)] : [])
]

const importanceText = ({ confidence, importance }: ShownChange): string =>
  importance === null || confidence === null
    ? "This monitor tells every change"
    : `Importance ${importance}, ${Math.round(confidence * 100)} % sure`

const changeText = (change: ShownChange): ReadonlyArray<string> => [
  `  ${styled("yellow", "●")} ${bold(forOutput(change.title))}`,
  ...diffText(change.lines),
  `    ${importanceText(change)} ${dim(`(${forOutput(change.why)})`)}`,
  ""
]

const heading = (title: string, remark = ""): string => `\n${bold(title)}${remark === "" ? "" : `  ${dim(remark)}`}\n`

const counted = (count: number, one: string, more = `${one}s`): string => `${count} ${count === 1 ? one : more}`

const looksText = ({ changes, failures, looks, monitor, strip }: ShownLooks, width: number): string =>
  `  ${monitor.padEnd(width)}  ${strip}  ${dim(
    [counted(looks, "look"), counted(changes, "change"), ...(failures > 0 ? [`${failures} failed`] : [])].join(", ")
  )}`

const eventText = ({
  body,
  checked,
  event,
  headers,
  http_status,
  size,
  url,
  verdict
}: ShownEvent): ReadonlyArray<string> => [
  `  POST ${url}  → ${http_status}`,
  ...["x-service-event", "x-service-signature", "webhook-id", "webhook-timestamp", "webhook-signature"].flatMap(
    (name) => (headers[name] === undefined ? [] : [dim(`    ${name}: ${cut(headers[name])}`)])
  ),
  dim(`    ${cut(body)}  (${counted(size, "byte")})`),
  "",
  verdict === "verified" && checked
    ? `  ${styled("green", "✓")} ${bold("The signature is verified")}: these bytes, this secret, less than five minutes ago.`
    : `  ${styled("red", "✗")} The signature of ${event} is ${verdict}.`,
  `    ${dim("A receiver checks it with any library of Standard Webhooks: new Webhook(secret).verify(body, headers),")}`,
  `    ${dim('or by itself: HMAC-SHA256 of t + "." + body under the secret is v1 of x-service-signature.')}`
]

/** What is lacking, without how to mend it: `kittiwake doctor` says that. */
const firstWords = (text: string): string => /^[^.,:]*/.exec(text)?.[0] ?? ""

/** A part, as lines. */
export const partText = (part: DemoPart): string => {
  switch (part.part) {
    case "start": {
      const width = Math.max(...part.monitors.map(({ title }) => title.length))
      return [
        heading("A small site is watched", `${part.site}, on this machine alone`),
        ...part.monitors.map(
          ({ title, url, what }) => `  ${title.padEnd(width)}  ${what}  ${dim(URL.parse(url)?.pathname ?? url)}`
        )
      ].join("\n")
    }
    case "quiet":
      return [
        heading("The site flickers: it quotes another member at every look"),
        `  Nobody was told.`,
        ...part.looks.map(({ monitor, why }) => `  ${dim(`${monitor}: ${forOutput(why)}`)}`)
      ].join("\n")
    case "changes":
      return [heading("Then it changes"), ...part.changes.flatMap(changeText)].join("\n").trimEnd()
    case "browser":
      return part.change === null
        ? `\n  ${dim(`The page that only a browser shows is left out: ${forOutput(firstWords(part.lacking ?? ""))}. What helps: npx kittiwake doctor`)}`
        : ["", ...changeText(part.change)].join("\n").trimEnd()
    case "inbox":
      return [
        heading(
          "What arrived in the built-in inbox",
          `${counted(part.events, "event")}, ${part.verified} verified; this is one of them`
        ),
        ...eventText(part.event)
      ].join("\n")
    case "later": {
      const width = Math.max(...part.monitors.map(({ monitor }) => monitor.length))
      return [
        heading(`The clock is put forward by ${part.after}`, "every six hours there is a look"),
        ...part.monitors.map((looks) => looksText(looks, width)),
        ...(part.after === "a week" ? ["", dim("  ▁ as it was   ▃▅▇ changed, by how much   × could not be read")] : [])
      ].join("\n")
    }
  }
}
