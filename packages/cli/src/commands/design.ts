/** `kittiwake styleguide` and `kittiwake fonts`: how a site looks. */
import { Design } from "@kittiwake/core/design/Design"
import type { ButtonStyle, FontUse, StyleGuide, TextStyle } from "@kittiwake/core/design/domain/StyleGuide"
import { designRequest } from "@kittiwake/http/internal/design/requests"
import { knownAge, rulesOf } from "@kittiwake/http/internal/web/requests"
import { Effect, type Option } from "effect"
import { Argument, Command } from "effect/cli"
import { readSettings, type Settings } from "../config.ts"
import type { Finding } from "../doctor/Finding.ts"
import { FontsInput, StyleguideInput } from "../embed/DesignMethods.ts"
import { reads } from "../embed/input.ts"
import { newCall } from "../embed/webRequest.ts"
import { json, print } from "../output.ts"
import { inProcess } from "./inProcess.ts"
import { showing } from "./terminal.ts"
import { webFailure } from "./webFailure.ts"
import { given, siteOrPage, timeout, yes } from "./webFlags.ts"

const readStyleguide = reads(StyleguideInput)
const readFonts = reads(FontsInput)

const flags = {
  site: Argument.String("site").pipe(
    Argument.withDescription("Domain of the site, such as example.com, or the address of one page of it")
  ),
  timeout,
  json
}

interface Flags {
  readonly site: string
  readonly timeout: Option.Option<number>
}

const wantedOf = ({ site, timeout }: Flags) => ({
  ...siteOrPage(site),
  ...given("timeoutMS", timeout)
})

const typeOf = (name: string, { fontFamily, fontSize, fontWeight, lineHeight }: TextStyle): string =>
  `${name.padEnd(11)} ${fontSize}/${lineHeight} ${fontWeight} ${fontFamily}`

const buttonOf = (name: string, { backgroundColor, borderRadius, color, padding }: ButtonStyle): string =>
  `${name.padEnd(11)} ${color} on ${backgroundColor}, radius ${borderRadius}, padding ${padding}`

const linesOf = ({ colors, components, elementSpacing, fontLinks, mode, shadows, typography }: StyleGuide) => [
  `Mode        ${mode}`,
  `Background  ${colors.background}`,
  `Text        ${colors.text}`,
  `Accent      ${colors.accent}`,
  `Palette     ${colors.palette.map(({ color, share }) => `${color} ${share} %`).join(", ")}`,
  ...Object.entries(typography.headings).map(([level, style]) => typeOf(level, style)),
  ...(typography.p === undefined ? [] : [typeOf("p", typography.p)]),
  `Spacing     ${Object.values(elementSpacing).join(" ")}`,
  ...Object.entries(shadows).flatMap(([size, value]) =>
    value === "none" ? [] : [`Shadow ${size}`.padEnd(12) + value]
  ),
  ...Object.entries(components.button).map(([kind, style]) => buttonOf(kind, style)),
  ...Object.entries(fontLinks).map(
    ([family, { files, type }]) => `Font        ${family} (${type}): ${Object.keys(files).join(", ")}`
  )
]

/** What is said where style sheets alone were read: what the doctor finds of a browser, and how that is mended. */
export const sheetsAlone = ({ mend, message, state }: Finding): ReadonlyArray<string> => [
  "",
  // One that is well by now laid no page out when this was read.
  `Read of the style sheets alone: no browser laid the page out${state === "ok" ? "" : ` (${message})`}.`,
  ...(mend === null ? [] : [mend])
]

/** A site is looked at by a browser, and where none can be used by its style sheets. */
const lookedBy = Effect.fnUntraced(function* (from: "browser" | "sheets", settings: Settings) {
  if (from === "browser") return []
  const { browser } = yield* Effect.promise(() => import("../doctor/reading.ts"))
  return sheetsAlone(yield* browser(settings))
})

/** The style guide. */
export const styleguide = Command.make(
  "styleguide",
  { ...flags, dark: yes("dark", "Ask the page for its dark colours") },
  Effect.fnUntraced(function* (flags) {
    const settings = yield* readSettings(false)
    const found = yield* inProcess(settings, (organization) =>
      Effect.gen(function* () {
        const asked = { ...wantedOf(flags), ...(flags.dark ? { colorScheme: "dark" } : {}) }
        const input = knownAge(yield* readStyleguide(asked))
        const call = yield* newCall(organization.id, "/web/styleguide", input, rulesOf.page)
        return (yield* (yield* Design).styleGuide(call, yield* designRequest(input))).value
      }).pipe(Effect.mapError(webFailure), showing(`Looking at ${flags.site}`))
    )
    const looked = yield* lookedBy(found.from, settings)
    yield* print(flags.json, found, () => [...linesOf(found.styleGuide), ...looked].join("\n"))
  })
).pipe(
  Command.withDescription("Tell the colours, type, spacing, shadows and components of a site, in this process"),
  Command.withShortDescription("Tell the style guide of a site"),
  Command.withExamples([{ command: "kittiwake styleguide example.com --dark", description: "In its dark colours" }])
)

const fontLine = ({ fallbacks, font, percentWords, words }: FontUse): string =>
  `${`${percentWords} %`.padStart(8)}  ${font}${fallbacks.length === 0 ? "" : ` (then ${fallbacks.join(", ")})`}, ${words} words`

/** The fonts. */
export const fonts = Command.make(
  "fonts",
  flags,
  Effect.fnUntraced(function* (flags) {
    const settings = yield* readSettings(false)
    const found = yield* inProcess(settings, (organization) =>
      Effect.gen(function* () {
        const input = knownAge(yield* readFonts(wantedOf(flags)))
        const call = yield* newCall(organization.id, "/web/fonts", input, rulesOf.page)
        return (yield* (yield* Design).fonts(call, yield* designRequest(input))).value
      }).pipe(Effect.mapError(webFailure), showing(`Looking at ${flags.site}`))
    )
    const looked = yield* lookedBy(found.from, settings)
    yield* print(flags.json, found, () => [...found.fonts.map(fontLine), ...looked].join("\n"))
  })
).pipe(
  Command.withDescription("Tell which fonts a site is set in, and how much of it in each, in this process"),
  Command.withShortDescription("Tell the fonts of a site"),
  Command.withExamples([{ command: "kittiwake fonts https://example.com/pricing", description: "Of one page" }])
)
