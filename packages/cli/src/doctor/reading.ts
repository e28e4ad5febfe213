/** What the doctor says about reading the web: the browser and its fonts, text in pictures, and robots. */
import { execFile } from "node:child_process"
import { promisify } from "node:util"
import { ocrLacks } from "@kittiwake/documents/internal/ocrLacks"
import { type FoundBrowser, findBrowser, thisMachine } from "@kittiwake/playwright/internal/findBrowser"
import { hasSystemFonts } from "@kittiwake/playwright/internal/fonts"
import { driver, hasDriver } from "@kittiwake/playwright/internal/hasDriver"
import { isRoot, sandboxRefusal } from "@kittiwake/playwright/internal/sandbox"
import { Effect, Option } from "effect"
import type { Settings } from "../config.ts"
import { absent, broken, type Finding, ok } from "./Finding.ts"

const run = promisify(execFile)

/** Longest time for a browser to say what it is. */
const versionMillis = 10_000

const howToMend = "Install Chromium, or set KITTIWAKE_BROWSER to the path or address of one."

/** Some systems keep a script in the place of a browser that they have not installed: only asking tells. */
const installed = (path: string) =>
  Effect.promise(() =>
    run(path, ["--version"], { timeout: versionMillis }).then(
      ({ stdout }) => ok("browser", `${stdout.trim().slice(0, 100)} at ${path}`),
      () => broken("browser", `${path} does not start`, howToMend)
    )
  )

/** What this process is and has, as far as a browser needs it. */
interface Surroundings {
  readonly isRoot: boolean
  readonly hasDriver: boolean
}

/** What keeps a browser that was found from being used, all of it at once; null where nothing does. */
export const hindrance = (
  found: FoundBrowser,
  { browser }: { readonly browser: Pick<Settings["browser"], "setting" | "hasSandbox"> },
  around: Surroundings
): Finding | null => {
  const refusal =
    found.kind === "remote" ? null : sandboxRefusal({ isRoot: around.isRoot, hasSandbox: browser.hasSandbox })
  const whys = [
    ...(around.hasDriver ? [] : [`cannot be used without the package ${driver}`]),
    ...(refusal === null ? [] : ["is not started as root"])
  ]
  if (whys.length === 0) return null
  const message = `one is ${found.kind === "remote" ? "set" : "here"}, and ${whys.join(", and ")}`
  const mend = [...(around.hasDriver ? [] : [`Run: npm install ${driver}`]), ...(refusal === null ? [] : [refusal])]
  // Everything that needs no browser works all the same; one that was asked for by name does not.
  return !around.hasDriver && Option.isSome(browser.setting)
    ? broken("browser", message, mend.join(". "))
    : absent("browser", message, mend.join(". "))
}

const describe = (found: FoundBrowser, settings: Settings): Effect.Effect<Finding> => {
  const { browser } = settings
  const hindered = hindrance(found, settings, { isRoot: isRoot(), hasDriver: hasDriver() })
  if (hindered !== null) return Effect.succeed(hindered)
  switch (found.kind) {
    case "installed":
      return installed(found.path)
    case "packed":
      return Effect.succeed(ok("browser", "the Chromium of the packages; it is unpacked when a page first needs it"))
    case "remote":
      // The address may hold a token.
      return Effect.succeed(
        browser.isGuarded
          ? ok("browser", "elsewhere, at the address of KITTIWAKE_BROWSER")
          : broken(
              "browser",
              "KITTIWAKE_BROWSER names a browser elsewhere, whose traffic cannot be checked from here",
              "Set KITTIWAKE_BROWSER_GUARDED=true if it can reach nothing that pages must not reach."
            )
      )
  }
}

const find = ({ browser }: Settings) => findBrowser(thisMachine(Option.getOrUndefined(browser.setting)))

/** Which browser renders pages. Kittiwake works without one; one that was named and is not there is broken. */
export const browser = (settings: Settings): Effect.Effect<Finding> =>
  find(settings).pipe(
    Effect.flatMap((found) => describe(found, settings)),
    Effect.catch(({ message }) => {
      const setting = Option.getOrNull(settings.browser.setting)
      if (setting === "off") return Effect.succeed(absent("browser", "KITTIWAKE_BROWSER is off", null))
      return Effect.succeed(
        setting === null
          ? absent("browser", "none was found, so pages that need one cannot be read", howToMend)
          : broken("browser", message, howToMend)
      )
    })
  )

/** Whether a browser of this machine has fonts to draw with; null when that is not this machine's to say. */
export const fonts = (settings: Settings): Effect.Effect<Finding | null> =>
  find(settings).pipe(
    Effect.map((found): Finding | null => {
      if (found.kind === "remote" || process.platform !== "linux") return null
      if (hasSystemFonts()) return ok("fonts", "the system has some")
      return found.kind === "packed"
        ? ok("fonts", "Open Sans, which came with the packages; install more for other scripts")
        : absent(
            "fonts",
            "the system has none, so pictures of pages show no text",
            "Install some, such as fonts-dejavu-core."
          )
    }),
    Effect.catch(() => Effect.succeed(null))
  )

/** Whether text in pictures can be read. */
export const ocr = Effect.sync((): Finding => {
  const lacking = ocrLacks()
  return lacking.length === 0
    ? ok("text in pictures", "can be read, in English")
    : absent(
        "text in pictures",
        `cannot be read: ${lacking.join(" and ")} missing`,
        `Run: npm install ${lacking.join(" ")}`
      )
})

/** Whether crawls keep to robots.txt. */
export const robots = ({ obeysRobots }: Settings): Finding =>
  obeysRobots
    ? ok("robots.txt", "crawls keep to it")
    : ok("robots.txt", "crawls pass over it, because KITTIWAKE_ROBOTS is ignore")
