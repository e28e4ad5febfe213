/** `kittiwake screenshot`: a picture of a page. */
import { Pages } from "@kittiwake/core/pages/Pages"
import { pictureSource, screenshotPart } from "@kittiwake/http/internal/web/input"
import { rulesOf } from "@kittiwake/http/internal/web/requests"
import { Effect, Option } from "effect"
import { Command, Flag } from "effect/cli"
import { wrongUsage } from "../CommandFailed.ts"
import { readSettings } from "../config.ts"
import { reads } from "../embed/input.ts"
import { ScreenshotInput } from "../embed/webInput.ts"
import { newCall } from "../embed/webRequest.ts"
import { json, print } from "../output.ts"
import { inProcess } from "./inProcess.ts"
import { outputFile, writeOutput } from "./outputFile.ts"
import { showing } from "./terminal.ts"
import { webFailureAt } from "./webFailure.ts"
import { given, number, timeout, url, word, yes } from "./webFlags.ts"

const read = reads(ScreenshotInput)

const viewportOf = (size: Option.Option<string>) => {
  if (Option.isNone(size)) return Effect.succeed({})
  const [, width, height] = /^(\d{1,5})[x×](\d{1,5})$/.exec(size.value.trim()) ?? []
  return width === undefined || height === undefined
    ? wrongUsage(`--size is "${size.value}": write the width and the height of the window, such as 1280x800.`)
    : Effect.succeed({ viewport: { width: Number(width), height: Number(height) } })
}

/** Names of files that say that they are something else. */
const otherPicture = /\.(jpe?g|webp|gif|avif|bmp|tiff?|svg|pdf)$/i

/** The command. */
export const screenshot = Command.make(
  "screenshot",
  {
    url,
    output: Flag.String("output").pipe(Flag.withDescription("File to write the PNG to")),
    full: yes("full", "The whole page instead of the window, down to 20000 pixels"),
    from: number("from", "As much as the window shows, from so many pixels below the top"),
    size: word("size", "Width and height of the window; 1920x1080 unless given"),
    dark: yes("dark", "Ask the page for its dark colours"),
    wait: number("wait", "Milliseconds to wait after the page has loaded; 3000 unless given"),
    noCookies: yes("no-cookies", "Answer and close banners that ask about cookies"),
    timeout,
    json
  },
  Effect.fnUntraced(function* (flags) {
    if (flags.full && Option.isSome(flags.from)) {
      return yield* wrongUsage("--full and --from exclude each other: give one of them.")
    }
    const [, extension] = otherPicture.exec(flags.output) ?? []
    if (extension !== undefined) {
      return yield* wrongUsage(
        `--output is ${flags.output}, and the picture is a PNG: name it .png, not .${extension}.`
      )
    }
    const file = yield* outputFile(flags.output, "page.png")
    const wanted = {
      url: flags.url,
      fullScreenshot: flags.full,
      ...given("scrollOffset", flags.from),
      ...(yield* viewportOf(flags.size)),
      ...(flags.dark ? { colorScheme: "dark" } : {}),
      ...given("waitForMs", flags.wait),
      handleCookiePopup: flags.noCookies,
      ...given("timeoutMS", flags.timeout)
    }
    const { finalDomState, height, png, width } = yield* inProcess(yield* readSettings(false), (organization) =>
      Effect.gen(function* () {
        const input = yield* read(wanted)
        const source = { ...pictureSource({ organization }, input), url: flags.url }
        const call = yield* newCall(organization.id, "/web/scrape/screenshot", input, rulesOf.page)
        return (yield* (yield* Pages).screenshot(call, { source, part: screenshotPart(input) })).value
      }).pipe(Effect.mapError(webFailureAt(flags.url)), showing(`Looking at ${flags.url}`))
    )
    yield* writeOutput(file, png)
    yield* print(
      flags.json,
      { url: flags.url, file, width, height, bytes: png.length, finalDomState },
      () => `Wrote a picture of ${width} by ${height} pixels to ${file}.`
    )
  })
).pipe(
  Command.withDescription("Take a picture of a page with this machine's browser, in this process: no server is needed"),
  Command.withShortDescription("Take a picture of a page"),
  Command.withExamples([
    { command: "kittiwake screenshot https://example.com --output example.png --full", description: "A whole page" }
  ])
)
