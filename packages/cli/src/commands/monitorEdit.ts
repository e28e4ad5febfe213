/** `kittiwake monitor edit`, `pause`, `resume`, `rotate-secret` and `remove`: changes what is watched. */
import type { MonitorRecord, PageTargetRecord } from "@kittiwake/core/internal/monitors/domain/MonitorRecord"
import { Effect, Option } from "effect"
import { Command, Flag } from "effect/cli"
import { wrongUsage } from "../CommandFailed.ts"
import { json, print } from "../output.ts"
import { ask, type ServerClient, withoutCall } from "../serverClient.ts"
import { areOfExtract, type ExtractFlags, editedExtract, extractFlags } from "./extractFlags.ts"
import {
  detectionOf,
  monitorId,
  namingFlags,
  pageFlags,
  type SeenFlags,
  scheduleFlags,
  scheduleOf,
  seenOf,
  tellingFlags,
  type WebhookFlags,
  webhookOf
} from "./monitorFlags.ts"
import { chosenFlags, chosenOf, monitorsTagged } from "./monitorsTagged.ts"
import { monitorsText, monitorText } from "./monitorView.ts"
import { checkProfile } from "./profile.ts"
import { areGiven, editedSitemap, type SitemapFlags, sitemapFlags } from "./sitemapFlags.ts"
import { withScheme } from "./webFlags.ts"

/** What can be taken away, and what of it stands in the target of a page. */
const ofPage = ["keep", "drop", "noise", "goal", "browser", "profile", "actions", "pin", "free"] as const
const ofSitemap = ["include", "exclude"] as const
const clearable = [...ofPage, ...ofSitemap, "tag", "webhook"] as const

const clear = Flag.Literals("clear", clearable).pipe(
  Flag.withDescription("Take all of these away; may be repeated"),
  Flag.between(0, clearable.length)
)

interface TargetFlags extends ExtractFlags, SeenFlags, SitemapFlags {
  readonly url: Option.Option<string>
  readonly keep: ReadonlyArray<string>
  readonly drop: ReadonlyArray<string>
  readonly withNoise: boolean
  readonly clear: ReadonlyArray<(typeof clearable)[number]>
}

const touchesPage = ({
  actions,
  browser,
  clear,
  drop,
  free,
  goal,
  keep,
  pin,
  profile,
  withNoise
}: TargetFlags): boolean =>
  [goal, profile, actions].some(Option.isSome) ||
  keep.length + drop.length + pin.length + free.length > 0 ||
  withNoise ||
  browser ||
  clear.some((one) => (ofPage as ReadonlyArray<string>).includes(one))

const touchesSitemap = (flags: TargetFlags): boolean =>
  areGiven(flags) || flags.clear.some((one) => (ofSitemap as ReadonlyArray<string>).includes(one))

const touchesTarget = (flags: TargetFlags): boolean =>
  Option.isSome(flags.url) || touchesPage(flags) || touchesSitemap(flags) || areOfExtract(flags)

/** What is given replaces what is there; a list is replaced as a whole. */
const edited = <A>(given: ReadonlyArray<A>, isCleared: boolean, now: ReadonlyArray<A>): ReadonlyArray<A> =>
  given.length > 0 || isCleared ? given : now

/** Fields of a page's target that are not there where they say nothing. */
const optional = {
  goal: "instructions",
  browser: "browser",
  profile: "profile_id",
  pin: "pinned_lines",
  free: "freed_lines"
} as const

/** The target without what is taken away. */
const cleared = (clear: TargetFlags["clear"], target: PageTargetRecord): PageTargetRecord => {
  const gone = Object.entries(optional).flatMap(([flag, field]) => (clear.some((one) => one === flag) ? [field] : []))
  const kept = Object.entries(target).filter(([field]) => !gone.some((one) => one === field))
  return { ...(Object.fromEntries(kept) as PageTargetRecord), ...(clear.includes("actions") ? { actions: [] } : {}) }
}

const pageOf = (
  { clear, drop, keep, withNoise }: TargetFlags,
  seen: Effect.Success<ReturnType<typeof seenOf>>,
  { include_noise, ...target }: PageTargetRecord
) => ({
  ...cleared(clear, target),
  ...seen,
  ...(withNoise || (include_noise === true && !clear.includes("noise")) ? { include_noise: true } : {}),
  include_selectors: edited(keep, clear.includes("keep"), target.include_selectors),
  exclude_selectors: edited(drop, clear.includes("drop"), target.exclude_selectors)
})

const targetOf = Effect.fnUntraced(function* (flags: TargetFlags, { target }: MonitorRecord) {
  const url = Option.getOrElse(flags.url, () => target.url)
  if (target.type !== "page" && touchesPage(flags)) {
    return yield* wrongUsage(
      `--keep, --drop, --with-noise, --goal, --browser, --profile, --actions, --pin and --free are of pages; this monitor watches a ${target.type} target.`
    )
  }
  if (target.type !== "sitemap" && touchesSitemap(flags)) {
    return yield* wrongUsage(
      `--include, --exclude and --max-urls are of sitemaps; this monitor watches a ${target.type} target.`
    )
  }
  if (target.type !== "extract" && areOfExtract(flags)) {
    return yield* wrongUsage(
      `--instructions, --schema, --max-pages, --max-depth and --follow-subdomains are of extracts; this monitor watches a ${target.type} target.`
    )
  }
  if (target.type === "extract") return { ...(yield* editedExtract(flags, target)), url }
  if (target.type === "page") return { ...pageOf(flags, yield* seenOf(flags), target), url }
  return { ...editedSitemap(flags, target), url }
})

const touchesWebhook = ({ event, once, webhook }: WebhookFlags): boolean =>
  Option.isSome(webhook) || event.length > 0 || once

/** The webhook as it is, with what is given in its place. */
const webhookAfter = (flags: WebhookFlags, { webhook: now }: Pick<MonitorRecord, "webhook">) => {
  if (now === null) return Effect.map(webhookOf(flags), ({ webhook }) => webhook ?? null)
  const { event, once, webhook } = flags
  return Effect.succeed({
    url: Option.match(webhook, { onNone: () => now.url, onSome: withScheme }),
    events: event.length === 0 ? now.events : event,
    ...(once || now.retry === undefined ? {} : { retry: now.retry })
  })
}

/** The subcommand. */
export const edit = Command.make(
  "edit",
  {
    monitorId,
    url: Flag.String("url").pipe(
      Flag.withDescription("Another address; the next look makes a new baseline"),
      Flag.map(withScheme),
      Flag.optional
    ),
    ...scheduleFlags,
    ...pageFlags,
    ...sitemapFlags,
    ...extractFlags,
    ...tellingFlags,
    clear,
    json
  },
  Effect.fnUntraced(function* (flags) {
    const params = { monitor_id: flags.monitorId }
    const payload = {
      ...(Option.isSome(flags.name) ? { name: flags.name.value } : {}),
      ...(flags.tag.length > 0 || flags.clear.includes("tag") ? { tags: flags.tag } : {}),
      ...(yield* scheduleOf(flags)),
      ...(flags.clear.includes("goal") ? { change_detection: { type: "exact" as const } } : detectionOf(flags)),
      ...(flags.clear.includes("webhook") ? { webhook: null } : {})
    }
    const needsNow = touchesTarget(flags) || touchesWebhook(flags)
    if (Object.keys(payload).length === 0 && !needsNow) {
      return yield* wrongUsage("Nothing to edit: give at least one option.")
    }
    const monitor = withoutCall(
      yield* ask(
        Effect.fnUntraced(function* (client) {
          yield* checkProfile(client, flags.profile)
          if (!needsNow) return yield* client.monitors.update({ params, payload })
          const now = yield* client.monitors.get({ params })
          const target = touchesTarget(flags) ? { target: yield* targetOf(flags, now) } : {}
          const webhook = touchesWebhook(flags) ? { webhook: yield* webhookAfter(flags, now) } : {}
          return yield* client.monitors.update({ params, payload: { ...payload, ...target, ...webhook } })
        })
      ).pipe(namingFlags)
    )
    yield* print(flags.json, monitor, () => monitorText(monitor))
  })
).pipe(
  Command.withDescription("Change what is watched, when, and who is told; what is not given stays as it is"),
  Command.withExamples([
    { command: "kittiwake monitor edit mon_1f0c… --every 6h", description: "Look every six hours from now on" },
    {
      command: "kittiwake monitor edit mon_1f0c… --keep .price --clear webhook",
      description: "Watch another region, and tell nobody"
    }
  ])
)

const setting = (name: string, status: "active" | "paused", description: string) =>
  Command.make(
    name,
    { ...chosenFlags, json },
    Effect.fnUntraced(function* (flags) {
      const { id, tag } = yield* chosenOf(flags)
      const set = (client: ServerClient, monitor_id: string) =>
        Effect.map(client.monitors.update({ params: { monitor_id }, payload: { status } }), withoutCall)
      if (id !== null) {
        const monitor = yield* ask((client) => set(client, id))
        return yield* print(flags.json, monitor, () => monitorText(monitor))
      }
      const monitors = yield* ask((client) =>
        Effect.flatMap(monitorsTagged(client, tag), (ids) =>
          Effect.forEach(ids, (monitor_id) => set(client, monitor_id), { concurrency: 4 })
        )
      )
      yield* print(flags.json, monitors, () => monitorsText(monitors, false))
    })
  ).pipe(Command.withDescription(description))

export const pause = setting("pause", "paused", "Look no more until it is resumed: at one page, or at all with a label")

export const resume = setting("resume", "active", "Go on looking after a pause: at one page, or at all with a label")

export const rotateSecret = Command.make(
  "rotate-secret",
  { monitorId, json },
  Effect.fnUntraced(function* (flags) {
    const monitor = withoutCall(
      yield* ask((client) => client.monitors.rotateSecret({ params: { monitor_id: flags.monitorId } }))
    )
    const { secret } = monitor.webhook ?? {}
    yield* print(flags.json, monitor, () => `The webhook signs with ${secret} from now on.`)
  })
).pipe(Command.withDescription("Replace the secret that the webhook signs with, at once"))

export const remove = Command.make(
  "remove",
  { monitorId, json },
  Effect.fnUntraced(function* (flags) {
    yield* ask((client) => client.monitors.remove({ params: { monitor_id: flags.monitorId } }))
    yield* print(flags.json, { id: flags.monitorId, deleted: true }, () => `Removed ${flags.monitorId}.`)
  })
).pipe(Command.withDescription("Stop watching; its runs and changes stay in the lists of all monitors"))
