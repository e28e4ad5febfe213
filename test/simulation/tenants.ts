/** No organization is given anything of another, whatever it asks for. */
import { type Exit, Option } from "effect"
import type { StoreCall, World } from "./World.ts"

/** Reads of one thing by its id: for a stranger there is none. */
const byId = new Set([
  "BatchStore.get",
  "BatchStore.results",
  "BatchStore.segments",
  "BatchStore.smallSegment",
  "MonitorStore.get",
  "MonitorStore.baseline",
  "MonitorStore.baselineBytes",
  "RunStore.get",
  "ChangeStore.get",
  "DeliveryStore.get",
  "DeliveryStore.attempts",
  "UsageStore.log",
  "VersionStore.get",
  "VersionStore.part"
])

/** Reads of many things: each is the asker's own. */
const lists = new Set([
  "BatchStore.list",
  "MonitorStore.list",
  "RunStore.list",
  "ChangeStore.list",
  "DeliveryStore.list",
  "UsageStore.logs",
  "VersionStore.list",
  "CreditLedger.entries"
])

const isNothing = (answer: unknown): boolean =>
  Array.isArray(answer) ? answer.length === 0 : answer === 0 || (Option.isOption(answer) && Option.isNone(answer))

/** What a list told, whole or as a part that says where it ended. */
const rowsOf = (answer: unknown): ReadonlyArray<unknown> =>
  Array.isArray(answer) ? answer : (answer as { readonly rows: ReadonlyArray<unknown> }).rows

interface Owned {
  readonly organizationId?: unknown
}

const ownerOf = (item: unknown): unknown => {
  const { batch, organizationId } = item as Owned & { readonly batch?: Owned }
  return batch === undefined ? organizationId : batch.organizationId
}

/** How often a stranger asks the same. */
const curiosity = 0.5

/**
 * Looks at what a read answered, and asks the same now and then as another organization. A removal is asked for by a
 * stranger too, who removes nothing.
 */
export const checkTenants = (
  world: World,
  call: StoreCall,
  answer: unknown,
  ask: (call: StoreCall) => Exit.Exit<unknown, unknown>
): void => {
  const { args, operation } = call
  const isList = lists.has(operation)
  if (!isList && !byId.has(operation)) return
  const [owner, ...rest] = args
  if (isList && rowsOf(answer).some((item) => ownerOf(item) !== owner)) {
    world.violated(`${operation} showed what is another organization's`)
  }
  if (!world.universe.chance.happens(curiosity)) return
  const stranger = world.universe.chance.pick(world.organizations.filter((id) => id !== owner))
  const exit = ask({ ...call, args: [stranger, ...rest] })
  if (exit._tag !== "Success") return
  const isSilent = isList ? rowsOf(exit.value).every((item) => ownerOf(item) === stranger) : isNothing(exit.value)
  if (!isSilent) world.violated(`${operation} told a stranger`)
}
