/** A running server with a site to watch and a receiver to tell, as every test of the whole starts with. */
import { type Arrival, eventOf, openReceiver, type Receiver } from "./Receiver.ts"
import { type Server, startServer } from "./Server.ts"
import { openSite, type Site } from "./Site.ts"
import type { OpenStorage, Storage } from "./storages.ts"

/** A monitor that has its baseline. */
export interface Watched {
  readonly id: string
  readonly secret: string
  readonly initialRunId: string
}

export interface Stage extends AsyncDisposable {
  readonly site: Site
  readonly receiver: Receiver
  readonly server: Server
  /** Where the server keeps everything. */
  readonly storage: Storage
  /** Starts the server again on the same storage; the one before must have ended. */
  readonly startAgain: () => Promise<Server>
}

/** Opens all of it. */
export const openStage = async (open: OpenStorage): Promise<Stage> => {
  const things = new AsyncDisposableStack()
  const site = things.use(await openSite())
  const receiver = things.use(await openReceiver())
  const storage = things.use(await open())
  const start = async () => things.use(await startServer(storage, [site, receiver]))
  return {
    site,
    receiver,
    server: await start(),
    storage,
    startAgain: start,
    [Symbol.asyncDispose]: () => things.disposeAsync()
  }
}

/** Watches the page `name`, with events to `/name`, and waits until its baseline is there. */
export const watch = async ({ receiver, server, site }: Stage, name: string, text: string): Promise<Watched> => {
  site.show(name, text)
  const created = await server.client.monitors.create({
    name,
    target: { type: "page", url: site.pageUrl(name) },
    schedule: { type: "interval", frequency: 1, unit: "hours" },
    tags: [name],
    webhook: { url: `${receiver.url}/${name}`, events: ["change.detected", "run.completed"] }
  })
  await receiver.arrived(`/${name}`, ({ event }) => event === "run.completed")
  return { id: created.id, secret: created.webhook?.secret ?? "", initialRunId: created.initial_run_id ?? "" }
}

/** Edits the page of a monitor and runs it; answers the event of the change as it arrived. */
export const change = async (
  { receiver, server, site }: Stage,
  { id }: Watched,
  name: string,
  text: string
): Promise<{ readonly runId: string; readonly changeId: string; readonly arrival: Arrival }> => {
  site.show(name, text)
  const { run_id: runId } = await server.client.monitors.run(id)
  const completed = await receiver.arrived(`/${name}`, ({ data }) => data.run?.id === runId)
  const changeId = eventOf(completed).data.change?.id ?? "none"
  const arrival = await receiver.arrived(
    `/${name}`,
    ({ data, event }) => event === "change.detected" && data.change?.id === changeId
  )
  return { runId, changeId, arrival }
}
