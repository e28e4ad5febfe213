/** One browser process. */
import { getPriority } from "node:os"
import { BrowserUnavailable } from "@kittiwake/core/pages/Browser"
import { Duration, Effect } from "effect"
import type { Browser, BrowserType, LaunchOptions } from "playwright-core"
import { guardBrowser, unguardable } from "./devtools/guardBrowser.ts"
import { launchArguments, refusedDefaults } from "./launchArguments.ts"
import { loadChromium } from "./loadChromium.ts"
import type { ReadyChromium } from "./packedChromium.ts"
import {
  killGroup,
  killMember,
  lowerClaim,
  lowerPages,
  membersOf,
  type ProcessUse,
  profileOf,
  usesOf
} from "./processes.ts"
import { cureOf, isRoot, sandboxRefusal } from "./sandbox.ts"
import { hasRoomForSocket, makeWorkFolder, noteProfile, removeLeftovers, removeWorkFolder } from "./workFolder.ts"

/** A browser that runs. */
export interface RunningBrowser {
  readonly browser: Browser
  /** Whether it runs elsewhere, out of reach of our flags and our proxy. */
  readonly isRemote: boolean
  /** The leader of its process group; null where that is not known. */
  readonly pid: number | null
  /** What each of its processes holds and has used; none where that is not known. */
  readonly processes: () => ReadonlyArray<ProcessUse>
  /** Has those of its processes that show pages, and what starts these, go behind this process at the processor. */
  readonly lowerPages: (processes: ReadonlyArray<ProcessUse>) => void
  /** Has one of its processes go so many steps behind other pages at the processor, for good. */
  readonly lowerClaim: (pid: number, steps: number) => void
  /** Ends one of its processes by force. */
  readonly endProcess: (pid: number) => void
  /** Ends it, politely for a moment and then by force; nothing of it is left. */
  readonly end: Effect.Effect<void>
  /** Ends it by force. */
  readonly kill: Effect.Effect<void>
}

const startWithinMillis = 30_000

const closeWithin = Duration.seconds(3)

/**
 * Pages go so many steps behind this process at the processor, which has to see in time what they do: two of a hundred threads each, which
 * claimed as much as it, were seen to keep it waiting for two minutes.
 */
const stepsOfPages = 5

const mostNice = 19

const nicenessOf = (steps: number): number => Math.min(mostNice, getPriority() + stepsOfPages + steps)

/** What a program needs to start; secrets of our own environment are none of it. */
const inherited = ["PATH", "LANG", "LC_ALL", "TZ", "TMPDIR", "FONTCONFIG_PATH", "FONTCONFIG_FILE", "XDG_RUNTIME_DIR"]

const environmentFor = (ready: ReadyChromium, folder: string): Record<string, string> => ({
  ...Object.fromEntries(
    inherited.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]]))
  ),
  HOME: `${folder}/home`,
  XDG_CONFIG_HOME: `${folder}/home`,
  XDG_CACHE_HOME: `${folder}/home`,
  // What it puts among temporary files, a browser that is killed leaves there.
  ...(hasRoomForSocket(folder) ? { TMPDIR: folder } : {}),
  ...ready.env
})

const optionsFor = (ready: ReadyChromium, proxy: string, folder: string): LaunchOptions => ({
  executablePath: ready.path,
  headless: true,
  env: environmentFor(ready, folder),
  args: launchArguments,
  ignoreDefaultArgs: refusedDefaults,
  // Without this rule, Chromium goes to loopback and link-local addresses past the proxy.
  proxy: { server: proxy, bypass: "<-loopback>" },
  artifactsDir: folder,
  timeout: startWithinMillis,
  // Signals are the business of whoever owns this process; its end, of whatever kind, ends the browser too.
  handleSIGINT: false,
  handleSIGTERM: false,
  handleSIGHUP: false
})

/** The first lines that a browser wrote before it died say why. */
const reasonOf = (cause: unknown): string => {
  const text = cause instanceof Error ? cause.message : String(cause)
  const line = text
    .split("\n")
    .find((one) => /error|fatal|cannot|denied|no such/i.test(one) && !/^browserType/.test(one))
  return (line ?? text.split("\n")[0] ?? "").trim().slice(0, 300)
}

const start = (chromium: BrowserType, ready: ReadyChromium, proxy: string, folder: string, hasSandbox: boolean) =>
  chromium.launch({ ...optionsFor(ready, proxy, folder), chromiumSandbox: hasSandbox })

const pidOf = async (browser: Browser): Promise<number | null> => {
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send("SystemInfo.getProcessInfo")
  await session.detach()
  return processInfo.find(({ type }) => type === "browser")?.id ?? null
}

const launch = (chromium: BrowserType, ready: ReadyChromium, proxy: string, folder: string, hasSandbox: boolean) =>
  Effect.tryPromise({
    try: () => start(chromium, ready, proxy, folder, hasSandbox),
    catch: (cause) =>
      new BrowserUnavailable({
        message: `The browser ${ready.path} does not start (${reasonOf(cause)}). ${cureOf(String(cause))}`
      })
  })

/** Waits for the last process of a killed group, for two seconds at most; a zombie that nobody buries is gone as well. */
const untilGone = (pid: number): Effect.Effect<void> =>
  Effect.suspend(() =>
    membersOf(pid).length === 0 ? Effect.succeed(true) : Effect.as(Effect.sleep("10 millis"), false)
  ).pipe(Effect.repeat({ until: (isGone) => isGone, times: 200 }), Effect.asVoid)

/** Starts a browser whose only way out is the proxy, in its sandbox unless `hasSandbox` is false. */
export const launchBrowser = Effect.fnUntraced(function* (ready: ReadyChromium, proxy: string, hasSandbox: boolean) {
  const refusal = sandboxRefusal({ isRoot: isRoot(), hasSandbox })
  if (refusal !== null) return yield* new BrowserUnavailable({ message: refusal })
  const chromium = yield* loadChromium
  const folder = yield* Effect.sync(() => {
    removeLeftovers()
    return makeWorkFolder()
  })
  const remove = Effect.sync(() => removeWorkFolder(folder))
  const browser = yield* launch(chromium, ready, proxy, folder, hasSandbox).pipe(Effect.onError(() => remove))
  // Before any page is in it.
  if (!guardBrowser(browser)) {
    yield* Effect.promise(() => browser.close().catch(() => {}))
    return yield* Effect.andThen(remove, Effect.fail(unguardable))
  }
  const pid = yield* Effect.promise(() => pidOf(browser).catch(() => null))
  const profile = pid === null ? null : profileOf(pid)
  if (profile !== null) noteProfile(folder, profile)
  const processes = () => (pid === null ? [] : usesOf(pid))
  const lower = (some: ReadonlyArray<ProcessUse>) => (pid === null ? undefined : lowerPages(pid, some, nicenessOf(0)))
  lower(processes())

  const force = Effect.suspend(() => {
    if (pid !== null) killGroup(pid)
    return pid === null ? Effect.void : untilGone(pid)
  })
  const close = Effect.promise(() => browser.close().catch(() => {})).pipe(Effect.timeoutOption(closeWithin))
  return {
    browser,
    isRemote: false,
    pid,
    processes,
    lowerPages: lower,
    lowerClaim: (member, steps) => (pid === null ? undefined : lowerClaim(pid, member, nicenessOf(steps))),
    endProcess: (member) => (pid === null ? undefined : killMember(pid, member)),
    end: Effect.uninterruptible(Effect.andThen(Effect.andThen(close, force), remove)),
    kill: Effect.uninterruptible(Effect.andThen(force, remove))
  } satisfies RunningBrowser
})
