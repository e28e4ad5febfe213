/** The client of `ioredis` for each kind of address, and how long it waits for what. */
import { Duration } from "effect"
import { Cluster, Redis, type RedisOptions } from "ioredis"
import type { Endpoint, RedisAddress } from "./address.ts"
import { type Client, scripts } from "./scripts.ts"

/** Time for a connection to be made. */
const connectTimeout = Duration.seconds(5)

/** A connection on which an answer is owed for so long is dead, and another takes its place. */
const silence = Duration.seconds(5)

/** Time before a new connection: twice as long each time, up to the longest. */
const backoff = { shortestMillis: 50, longestMillis: 2_000 } as const

const again = (times: number): number =>
  Math.min(backoff.longestMillis, backoff.shortestMillis * 2 ** Math.min(times, 10))

type Options = Omit<RedisOptions, "replyMapping">
type Several = Exclude<RedisAddress, { readonly kind: "server" }>

/**
 * Nothing waits in a queue for a connection, and nothing is sent twice: a counter that was raised before the connection was lost would be
 * raised again.
 */
const shared: Options = {
  autoResendUnfulfilledCommands: false,
  maxRetriesPerRequest: 0,
  connectTimeout: Duration.toMillis(connectTimeout),
  socketTimeout: Duration.toMillis(silence),
  connectionName: "kittiwake",
  keepAlive: 10_000,
  // After a failover the address leads to another server; the one that was asked takes no more writes.
  reconnectOnError: ({ message }) => message.startsWith("READONLY")
}

const alone: Options = { ...shared, lazyConnect: true, enableOfflineQueue: false, scripts }

/** How a connection is made anew; `once` makes none. */
const anew: Options = { retryStrategy: again, sentinelRetryStrategy: again }
const once: Options = { retryStrategy: null, sentinelRetryStrategy: () => null, reconnectOnError: null }

const access = ({ password, tls, username }: Several): Options => ({
  ...(username === undefined ? {} : { username }),
  ...(password === undefined ? {} : { password }),
  ...(tls ? { tls: {} } : {})
})

const behindSentinels = (address: Extract<RedisAddress, { readonly kind: "sentinel" }>): Options => {
  const { db, name, sentinelPassword, sentinelUsername, sentinels, tls } = address
  return {
    ...access(address),
    sentinels: [...sentinels],
    name,
    db,
    ...(sentinelUsername === undefined ? {} : { sentinelUsername }),
    ...(sentinelPassword === undefined ? {} : { sentinelPassword }),
    ...(tls ? { enableTLSForSentinelMode: true, sentinelTLS: {} } : {})
  }
}

/** Told to whoever asks next; an event that nobody listens to would be written to the console. */
const quiet = <C extends Redis | Cluster>(client: C): C => {
  client.on("error", () => undefined)
  return client
}

/** What is asked of a node while it is connected to would be refused, so that begins when it is heard of. */
const greet = (node: Redis): void => {
  if (node.status === "wait") node.connect().catch(() => undefined)
}

const clusterClient = (address: Extract<RedisAddress, { readonly kind: "cluster" }>): Cluster => {
  const cluster = new Cluster([...address.nodes], {
    scripts,
    lazyConnect: true,
    enableOfflineQueue: false,
    clusterRetryStrategy: again,
    clusterNodeRetryStrategy: again,
    // What was sent over a connection that was lost may have been done.
    retryDelayOnFailover: 0,
    redisOptions: { ...shared, ...access(address) }
  })
  // Before it is ready it asks one of them for the others, and takes no other answer.
  cluster.on("ready", () => cluster.nodes().forEach(greet))
  cluster.on("+node", (node: Redis) => {
    if (cluster.status === "ready") queueMicrotask(() => greet(node))
  })
  return cluster
}

// The client makes methods of the scripts among its options, and those of a cluster and of a server are the same.
const asClient = (client: Redis | Cluster): Client => quiet(client) as Client

/** A client that connects anew whenever its connection is lost. */
export const makeClient = (address: RedisAddress): Client => {
  if (address.kind === "cluster") return asClient(clusterClient(address))
  if (address.kind === "sentinel") return asClient(new Redis({ ...alone, ...anew, ...behindSentinels(address) }))
  return asClient(new Redis(address.url, { ...alone, ...anew }))
}

/** Connects; of a cluster, to each node that has keys. */
export const connect = async (client: Client): Promise<void> => {
  const connected = client as Redis | Cluster
  await connected.connect()
  if (connected instanceof Cluster) await Promise.all(connected.nodes("master").map((node) => node.ping()))
}

/** Clients of one server that connect once, any of which will do. */
export const makeLines = (address: RedisAddress): ReadonlyArray<() => Client> => {
  if (address.kind === "sentinel") {
    return [() => asClient(new Redis({ ...alone, ...once, ...behindSentinels(address) }))]
  }
  if (address.kind === "server") return [() => asClient(new Redis(address.url, { ...alone, ...once }))]
  return address.nodes.map(
    (node: Endpoint) => () => asClient(new Redis({ ...alone, ...once, ...access(address), ...node }))
  )
}
