/** Requests that come together. Observed: which are under way, in which order they begin, and what comes back. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import { type AddressInfo, connect } from "node:net"
import { PassThrough } from "node:stream"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { type Backlog, beginInTurns, noteCaller, turnLimits } from "../src/inTurns.ts"

type Listener = (request: IncomingMessage, response: ServerResponse) => void

/** The port of a server whose requests begin in turns. */
const serve = (
  listener: Listener,
  options: {
    limits?: typeof turnLimits
    arrives?: (request: IncomingMessage) => unknown
    made?: (server: Server, backlog: Backlog) => void
  } = {}
) =>
  Effect.acquireRelease(
    Effect.callback<Server>((resume) => {
      const server = createServer(listener)
      server.on("checkContinue", (request, response) => {
        response.writeContinue()
        listener(request, response)
      })
      const backlog = beginInTurns(server, (given) => void options.arrives?.(given), options.limits)
      options.made?.(server, backlog)
      server.listen(0, "127.0.0.1", () => resume(Effect.succeed(server)))
    }),
    (server) =>
      Effect.callback<void>((resume) => {
        server.close(() => resume(Effect.void))
        server.closeAllConnections()
      })
  ).pipe(Effect.map((server) => (server.address() as AddressInfo).port))

const request = (path: string, header = "") => `GET ${path} HTTP/1.1\r\nhost: kittiwake.test\r\n${header}\r\n`

interface Connection {
  readonly write: (text: string) => void
  /** What was answered. */
  readonly read: () => ReadonlyArray<string>
  readonly isClosed: () => boolean
  readonly end: () => void
}

const open = (port: number, localAddress = "127.0.0.1") =>
  Effect.acquireRelease(
    Effect.callback<Connection>((resume) => {
      let received = ""
      const socket = connect({ port, host: "127.0.0.1", localAddress }, () =>
        resume(
          Effect.succeed({
            write: (text) => void socket.write(text),
            read: () => received.match(/(?<=<)[^>]*(?=>)/g) ?? [],
            isClosed: () => socket.closed,
            end: () => void socket.destroy()
          })
        )
      )
      socket.on("data", (data) => {
        received += String(data)
      })
      socket.on("error", () => {})
    }),
    ({ end }) => Effect.sync(end)
  )

/** Lets the event loop turn until something holds. */
const until = (holds: () => boolean) =>
  Effect.callback<void>((resume) => {
    const look = () => (holds() ? resume(Effect.void) : void setImmediate(look))
    look()
  })

const answer = (given: IncomingMessage, response: ServerResponse) => {
  const body = `<${given.url}>`
  response.writeHead(200, { "content-length": body.length })
  response.end(body)
}

const paths = (count: number, name = "") => Array.from({ length: count }, (_, index) => `/${name}${index}`)

describe("requests that come together", () => {
  it.live("of one connection are under way by eight, and are answered in their order", () =>
    Effect.gen(function* () {
      let [underWay, most] = [0, 0]
      const port = yield* serve((given, response) => {
        underWay += 1
        most = Math.max(most, underWay)
        setImmediate(() => {
          underWay -= 1
          answer(given, response)
        })
      })
      const connection = yield* open(port)
      connection.write(
        paths(300)
          .map((path) => request(path))
          .join("")
      )
      yield* until(() => connection.read().length === 300)
      assert.deepStrictEqual(connection.read(), paths(300))
      assert.strictEqual(most, turnLimits.perConnection)
    }).pipe(Effect.scoped)
  )

  it.live("are counted with what has come of their bodies while they wait, and cut beyond the limit", () =>
    Effect.gen(function* () {
      let arrived = 0
      const limits = { ...turnLimits, perConnection: 1, waitingBytes: 200_000 }
      const arrives = () => {
        arrived += 1
      }
      const port = yield* serve(() => {}, { limits, arrives })
      const head = "POST /x HTTP/1.1\r\nhost: kittiwake.test\r\ntransfer-encoding: chunked\r\n\r\n"
      const few = yield* open(port)
      few.write(`${request("/hangs")}${head}${"1\r\nx\r\n".repeat(500)}`)
      yield* until(() => arrived === 2)
      const many = yield* open(port)
      many.write(`${request("/hangs")}${head}${"1\r\nx\r\n".repeat(1_000)}`)
      yield* until(() => many.isClosed())
      const long = yield* open(port)
      const posted = `POST /x HTTP/1.1\r\nhost: kittiwake.test\r\ncontent-length: 60000\r\n\r\n${"x".repeat(60_000)}`
      long.write(`${request("/hangs")}${posted.repeat(5)}`)
      yield* until(() => long.isClosed())
      assert.isFalse(few.isClosed())
    }).pipe(Effect.scoped)
  )

  it.live("are counted no more when they have begun, however much of their bodies comes then", () =>
    Effect.gen(function* () {
      let arrived = 0
      let hanging = () => {}
      const limits = { ...turnLimits, perConnection: 1, waitingBytes: 200_000 }
      const port = yield* serve(
        (given, response) => {
          if (given.url === "/hangs") hanging = () => answer(given, response)
          else given.on("end", () => answer(given, response)).resume()
        },
        { limits, arrives: () => (arrived += 1) }
      )
      const connection = yield* open(port)
      const head = "POST /x HTTP/1.1\r\nhost: kittiwake.test\r\ntransfer-encoding: chunked\r\n\r\n"
      const piece = `9c40\r\n${"x".repeat(40_000)}\r\n`
      connection.write(`${request("/hangs")}${head}${piece}`)
      yield* until(() => arrived === 2)
      hanging()
      yield* until(() => connection.read().length === 1)
      connection.write(`${piece.repeat(10)}0\r\n\r\n`)
      yield* until(() => connection.read().length === 2 || connection.isClosed())
      assert.deepStrictEqual(connection.read(), ["/hangs", "/x"])
    }).pipe(Effect.scoped)
  )

  it.live("of a connection that is ahead make room for more as soon as one fewer waits than is too many", () =>
    Effect.gen(function* () {
      const answers: Array<() => void> = []
      let [arrived, told] = [0, 0]
      let backlog: Backlog | undefined
      let isAhead: () => boolean | undefined = () => undefined
      const limits = { ...turnLimits, perConnection: 1, ahead: 4 }
      const port = yield* serve((given, response) => void answers.push(() => answer(given, response)), {
        limits,
        arrives: ({ socket }) => {
          arrived += 1
          isAhead = () => backlog?.isAhead(socket)
        },
        made: (_, made) => {
          backlog = made
          made.onRoom(() => (told += 1))
        }
      })
      const connection = yield* open(port)
      connection.write(request("/x").repeat(6))
      yield* until(() => arrived === 6 && answers.length === 1)
      // Of five that wait, four are left, and then three.
      for (const [begun, isStill, rooms] of [
        [1, true, 0],
        [2, true, 0],
        [3, false, 1],
        [4, false, 1]
      ] as const) {
        yield* until(() => answers.length === begun)
        assert.deepStrictEqual([isAhead(), told], [isStill, rooms])
        answers[begun - 1]!()
      }
    }).pipe(Effect.scoped)
  )

  for (const [kind, header] of [
    ["begin", ""],
    ["that wait for a word before their body begin", "expect: 100-continue\r\n"]
  ])
    it.live(`${kind} some in a turn, and leave the others to the next`, () =>
      Effect.gen(function* () {
        let [inTurn, most, begun] = [0, 0, 0]
        const limits = { ...turnLimits, perTurn: 5, perConnection: 1_000 }
        const port = yield* serve(
          (given, response) => {
            begun += 1
            inTurn += 1
            if (inTurn === 1)
              setImmediate(() => {
                most = Math.max(most, inTurn)
                inTurn = 0
              })
            answer(given, response)
          },
          { limits }
        )
        const connections = yield* Effect.all(Array.from({ length: 20 }, () => open(port)))
        for (const connection of connections)
          connection.write(
            paths(20)
              .map((path) => request(path, header))
              .join("")
          )
        yield* until(() => connections.every((one) => one.read().length === 20))
        assert.strictEqual(begun, 400)
        // Those that come begin in a turn of their own, before those that wait.
        assert.isAtMost(most, 10)
      }).pipe(Effect.scoped)
    )

  // A turn that has time for one alone is that of a crowd each of whose requests takes long.
  for (const [perTurn, latest] of [
    [4, 90],
    [1, 60]
  ] as const) {
    it.live(
      `of many new connections wait behind one that was served before, ${perTurn} in a turn, and all have theirs`,
      () =>
        Effect.gen(function* () {
          const begun: Array<string> = []
          let asks = () => {}
          const port = yield* serve(
            (given, response) => {
              begun.push(given.url!)
              // While the crowd is served, who was here before asks again.
              if (begun.length === 20) asks()
              answer(given, response)
            },
            { limits: { ...turnLimits, perTurn } }
          )
          const known = yield* open(port)
          known.write(request("/first"))
          yield* until(() => known.read().length === 1)
          asks = () => known.write(request("/again"))
          const crowd = yield* Effect.all(Array.from({ length: 100 }, () => open(port)))
          for (const [index, one] of crowd.entries()) one.write(request(`/${index}`))
          yield* until(() => crowd.every((one) => one.read().length === 1) && known.read().length === 2)
          assert.strictEqual(begun.length, 102)
          assert.isBelow(begun.indexOf("/again"), latest)
        }).pipe(Effect.scoped)
    )
  }

  it.live("of a new connection begin while those that were served before ask without end", () =>
    Effect.gen(function* () {
      const begun: Array<string> = []
      let asks = () => {}
      const port = yield* serve(
        (given, response) => {
          begun.push(given.url!)
          if (begun.length === 30) asks()
          answer(given, response)
        },
        { limits: { ...turnLimits, perTurn: 4 } }
      )
      const [late, ...served] = yield* Effect.all(Array.from({ length: 11 }, () => open(port)))
      asks = () => late!.write(request("/late"))
      for (const one of served) one.write(request("/").repeat(200))
      yield* until(() => late!.read().length === 1)
      assert.isBelow(begun.indexOf("/late"), 1_000)
    }).pipe(Effect.scoped)
  )

  it.live("cost a connection that sends without end its place, and nobody else", () =>
    Effect.gen(function* () {
      let arrived = 0
      const limits = { ...turnLimits, waitingBytes: 500_000 }
      const port = yield* serve(
        (given, response) => {
          if (given.url === "/other") answer(given, response)
        },
        { arrives: () => (arrived += 1), limits }
      )
      const [flood, other] = yield* Effect.all([open(port), open(port)])
      flood.write(request("/x").repeat(100_000))
      yield* until(() => flood.isClosed())
      other.write(request("/other"))
      yield* until(() => other.read().length === 1)
      // What was read when it was one too many.
      assert.isBelow(arrived, 500_000 / 2_048 + 65_536 / request("/x").length)
    }).pipe(Effect.scoped)
  )

  it.live("wait within what all may have waiting, and give it back", () =>
    Effect.gen(function* () {
      const answers: Array<() => void> = []
      const limits = { ...turnLimits, waitingBytesOfAll: 2 * 200_000 }
      const port = yield* serve((given, response) => void answers.push(() => answer(given, response)), { limits })
      for (let round = 0; round < 3; round++) {
        const [first, second] = yield* Effect.all([open(port), open(port)])
        first.write(request("/x").repeat(40))
        yield* until(() => answers.length === turnLimits.perConnection)
        second.write(request("/x").repeat(90))
        yield* until(() => second.isClosed())
        yield* until(() => {
          for (const one of answers.splice(0)) one()
          return first.read().length === 40
        })
      }
    }).pipe(Effect.scoped)
  )

  /** A server that answers nothing, and lets so many requests arrive on a new connection. */
  const hanging = Effect.fnUntraced(function* (waitingBytesOfAll: number) {
    let arrived = 0
    const port = yield* serve((given) => noteCaller(given, given.headers.authorization ?? null), {
      limits: { ...turnLimits, perConnection: 1, waitingBytesOfAll },
      arrives: () => (arrived += 1)
    })
    return Effect.fnUntraced(function* (localAddress: string, count: number, header?: string) {
      const connection = yield* open(port, localAddress)
      const before = arrived
      connection.write(request("/x", header))
      yield* until(() => arrived === before + 1)
      connection.write(request("/x", header).repeat(count))
      yield* until(() => arrived === before + 1 + count)
      return connection
    })
  })

  it.live("beyond what all may have waiting cost a connection of who has most, and nobody who has little", () =>
    Effect.gen(function* () {
      const sends = yield* hanging(2 * 300_000)
      const [small, middle, large] = yield* Effect.forEach([5, 30, 45], (count) => sends("127.0.0.2", count))
      // More than any of these, and less than all of them.
      const other = yield* sends("127.0.0.3", 55)
      const last = yield* sends("127.0.0.4", 20)
      yield* until(() => large!.isClosed())
      assert.deepStrictEqual(
        [small!, middle!, other, last].map((one) => one.isClosed()),
        [false, false, false, false]
      )
    }).pipe(Effect.scoped)
  )

  it.live("of strangers, from however many addresses, leave those of organizations their room", () =>
    Effect.gen(function* () {
      const sends = yield* hanging(2 * 200_000)
      const strangers = yield* Effect.forEach(Array.from({ length: 12 }), (_, index) =>
        sends(`127.0.0.${index + 2}`, 10)
      )
      yield* until(() => strangers.some((one) => one.isClosed()))
      // What was cut last is told later.
      yield* Effect.sleep("50 millis")
      const before = strangers.filter((one) => one.isClosed()).length
      const accepted = yield* sends("127.0.0.1", 60, "authorization: A\r\n")
      yield* sends("127.0.0.1", 10, "authorization: B\r\n")
      assert.isFalse(accepted.isClosed())
      assert.lengthOf(
        strangers.filter((one) => one.isClosed()),
        before
      )
    }).pipe(Effect.scoped)
  )

  it.live("have no more read of their bodies than came at once, and all of it when they begin", () =>
    Effect.gen(function* () {
      const bodyBytes = 1_000_000
      const hung: Array<() => void> = []
      const whole: Array<number> = []
      const limits = { ...turnLimits, perConnection: 1, waitingBytesOfAll: 2 * 10 * 100_000 }
      const port = yield* serve(
        (given, response) => {
          if (given.method === "GET") return void hung.push(() => answer(given, response))
          let bytes = 0
          given.on("data", (piece: Buffer) => {
            bytes += piece.length
          })
          given.on("end", () => {
            whole.push(bytes)
            answer(given, response)
          })
        },
        { limits }
      )
      const posted = `POST /x HTTP/1.1\r\nhost: kittiwake.test\r\ncontent-length: ${bodyBytes}\r\n\r\n${"x".repeat(bodyBytes)}`
      const all = yield* Effect.forEach(paths(10), () => open(port))
      for (const one of all) one.write(request("/hangs"))
      yield* until(() => hung.length === all.length)
      for (const one of all) one.write(posted)
      yield* Effect.sleep("300 millis")
      assert.isFalse(all.some((one) => one.isClosed()))
      for (const one of hung) one()
      yield* until(() => all.every((one) => one.read().length === 2))
      assert.deepStrictEqual(
        whole,
        all.map(() => bodyBytes)
      )
    }).pipe(Effect.scoped)
  )

  it.live("of a connection that is gone are forgotten", () =>
    Effect.gen(function* () {
      const begun: Array<string> = []
      const port = yield* serve((given, response) => {
        begun.push(given.url!)
        if (given.url === "/other") answer(given, response)
      })
      const other = yield* open(port)
      yield* Effect.scoped(
        Effect.gen(function* () {
          const flood = yield* open(port)
          flood.write(request("/x").repeat(60))
          yield* until(() => begun.length === turnLimits.perConnection)
        })
      )
      for (let asked = 1; asked <= 5; asked++) {
        other.write(request("/other"))
        yield* until(() => other.read().length === asked)
      }
      assert.strictEqual(begun.length, turnLimits.perConnection + 5)
    }).pipe(Effect.scoped)
  )

  /** A server of one request in a turn, with what began; `asks` is called when so many have. Connections come from `addresses` one after the other. */
  const oneByOne = Effect.fnUntraced(function* (
    organizations: Readonly<Record<string, string | null>>,
    strangerTurns: number = turnLimits.strangerTurns,
    addresses: ReadonlyArray<string> = []
  ) {
    const begun: Array<string> = []
    const asked = { after: 20, asks: () => {} }
    const port = yield* serve(
      (given, response) => {
        const organization = organizations[given.headers.authorization ?? given.headers.cookie ?? ""]
        if (organization !== undefined) noteCaller(given, organization)
        begun.push(given.url!)
        if (begun.length === asked.after) asked.asks()
        answer(given, response)
      },
      {
        limits: { ...turnLimits, perTurn: 1, strangerTurns },
        made: (server) => {
          let came = 0
          server.prependListener("connection", (socket) => {
            const value = addresses[came++]
            if (value !== undefined) Object.defineProperty(socket, "remoteAddress", { value })
          })
        }
      }
    )
    const asks = (path: string, header: string, localAddress?: string) =>
      Effect.map(open(port, localAddress), (connection) => {
        connection.write(request(path, header))
        return connection
      })
    /** Asks on each of these, and lets somebody else ask when some of these have begun. */
    const crowdOn = Effect.fnUntraced(function* (
      others: ReadonlyArray<Connection>,
      headerOf: (index: number) => string,
      other: { readonly connection: Connection; readonly header: string }
    ) {
      const read = others.map((one) => one.read().length)
      const before = begun.length
      asked.after = before + 20
      asked.asks = () => other.connection.write(request("/other", other.header))
      for (const [index, one] of others.entries()) one.write(request(`/${index}`, headerOf(index)))
      const { length } = other.connection.read()
      yield* until(
        () =>
          others.every((one, index) => one.read().length === read[index]! + 1) &&
          other.connection.read().length === length + 1
      )
      return begun.indexOf("/other") - before
    })
    /** The same on new connections. */
    const crowd = Effect.fnUntraced(function* (
      headerOf: (index: number) => string,
      other: { readonly connection: Connection; readonly header: string }
    ) {
      return yield* crowdOn(yield* Effect.all(Array.from({ length: 100 }, () => open(port))), headerOf, other)
    })
    return { asks, crowd, crowdOn, open: (localAddress?: string) => open(port, localAddress) }
  })

  const key = (name: string) => `authorization: Bearer ${name}\r\n`
  const owned = { "Bearer a": "A", "Bearer a2": "A", "Bearer b": "B", "session=b": "B" }

  it.live("of one organization wait for each other, and no other one waits for them, on whatever connection", () =>
    Effect.gen(function* () {
      const { asks, crowd, open } = yield* oneByOne(owned)
      for (const [name, header] of [
        ["a", key("a")],
        ["a2", key("a2")],
        ["b", key("b")],
        ["b2", "cookie: session=b\r\n"]
      ]) {
        const one = yield* asks(`/${name}`, header!)
        yield* until(() => one.read().length === 1)
      }
      const crowds = [() => key("a"), (index: number) => key(index % 2 === 0 ? "a" : "a2")]
      for (const headerOf of crowds)
        for (const header of [key("b"), "cookie: session=b\r\n"])
          assert.isBelow(yield* crowd(headerOf, { connection: yield* open(), header }), 25)
    }).pipe(Effect.scoped)
  )

  it.live("of who was accepted wait for no crowd of strangers, where each turn has time for one", () =>
    Effect.gen(function* () {
      const { asks, crowd, open } = yield* oneByOne(owned)
      const one = yield* asks("/b", key("b"))
      yield* until(() => one.read().length === 1)
      assert.isBelow(yield* crowd(() => "", { connection: yield* open(), header: key("b") }), 25)
    }).pipe(Effect.scoped)
  )

  const many = Array.from({ length: 100 }, (_, index) => `127.0.1.${index + 1}`)

  /** A crowd of strangers, each from an address of its own. */
  const ofManyAddresses = Effect.fnUntraced(function* (strangerTurns?: number) {
    const { asks, crowdOn, open } = yield* oneByOne(owned, strangerTurns)
    const served = Effect.fnUntraced(function* (path: string, header: string, localAddress: string) {
      const one = yield* asks(path, header, localAddress)
      yield* until(() => one.read().length === 1)
      return one
    })
    return { crowdOn, open, served }
  })

  it.live("of who was accepted wait for no crowd of strangers from many addresses that were served before", () =>
    Effect.gen(function* () {
      const { crowdOn, open, served } = yield* ofManyAddresses()
      yield* served("/b", key("b"), "127.0.0.1")
      const crowd = yield* Effect.forEach(many, (address) => served("/first", "", address))
      const other = { connection: yield* open(), header: key("b") }
      assert.isBelow(yield* crowdOn(crowd, () => "", other), 25)
    }).pipe(Effect.scoped)
  )

  it.live("of strangers begin all the same while one who was accepted asks without end", () =>
    Effect.gen(function* () {
      const { crowdOn, open, served } = yield* ofManyAddresses()
      const crowd = yield* Effect.forEach(many.slice(0, 50), () => served("/b", key("b"), "127.0.0.1"))
      const other = { connection: yield* open("127.0.0.2"), header: "" }
      assert.isBelow(yield* crowdOn(crowd, () => key("b"), other), 30)
    }).pipe(Effect.scoped)
  )

  it.live("of who comes for the first time wait for no crowd of strangers who ask again and again", () =>
    Effect.gen(function* () {
      const { crowdOn, open, served } = yield* ofManyAddresses()
      const crowd = yield* Effect.forEach(many, (address) => served("/first", "", address))
      const other = { connection: yield* open("127.0.0.2"), header: key("never-seen") }
      assert.isBelow(yield* crowdOn(crowd, () => "", other), 30)
    }).pipe(Effect.scoped)
  )

  it.live("of who comes seldom wait for no crowd of strangers who ask again and again", () =>
    Effect.gen(function* () {
      const { crowdOn, open, served } = yield* ofManyAddresses()
      yield* served("/first", "", "127.0.0.2")
      const crowd = yield* Effect.forEach(many, (address) => served("/first", "", address))
      const connection = yield* open("127.0.0.3")
      for (let round = 0; round < 3; round++) yield* crowdOn(crowd, () => "", { connection, header: "" })
      const other = { connection: yield* open("127.0.0.2"), header: "" }
      assert.isBelow(yield* crowdOn(crowd, () => "", other), 30)
    }).pipe(Effect.scoped)
  )

  it.live("of a stranger who was served wait for no crowd from addresses that were never seen", () =>
    Effect.gen(function* () {
      // He is not among the latest any more when he asks again.
      const { crowdOn, open, served } = yield* ofManyAddresses(5)
      const connection = yield* served("/first", "", "127.0.0.2")
      const crowd = yield* Effect.forEach(many, (address) => open(address))
      assert.isBelow(yield* crowdOn(crowd, () => "", { connection, header: "" }), 25)
    }).pipe(Effect.scoped)
  )

  it.live("of one IPv6 network are one caller's, whatever addresses of it they come from", () =>
    Effect.gen(function* () {
      const addresses = Array.from({ length: 100 }, (_, index) => `2001:db8:1:2::${index + 1}`)
      const { crowdOn, open } = yield* oneByOne({}, undefined, [...addresses, "2001:db8:1:3::1"])
      const crowd = yield* Effect.forEach(addresses, () => open())
      assert.isBelow(yield* crowdOn(crowd, () => "", { connection: yield* open(), header: "" }), 25)
    }).pipe(Effect.scoped)
  )

  it.live("with keys that nobody accepted are one caller's from their address, and keep no other address waiting", () =>
    Effect.gen(function* () {
      const { crowd, open } = yield* oneByOne({})
      const connection = yield* open("127.0.0.2")
      assert.isBelow(yield* crowd((index) => key(`made-up-${index}`), { connection, header: "" }), 25)
    }).pipe(Effect.scoped)
  )

  it.live("with a key that is accepted no more are a stranger's", () =>
    Effect.gen(function* () {
      const organizations: Record<string, string | null> = { "Bearer a": "A" }
      const { asks, crowd, open } = yield* oneByOne(organizations)
      for (const accepted of ["A", null]) {
        organizations["Bearer a"] = accepted
        const one = yield* asks("/a", key("a"))
        yield* until(() => one.read().length === 1)
      }
      // All are from one address: whose is nobody's waits with the others.
      assert.isAbove(yield* crowd(() => "", { connection: yield* open(), header: key("a") }), 60)
    }).pipe(Effect.scoped)
  )

  it.live("begin after some turns though connections come in each of them", () =>
    Effect.gen(function* () {
      let [begun, turns, comes] = [0, 0, true]
      const limits = { ...turnLimits, perTurn: 1, perTurnOfMany: 1, turnsOfMany: 8, millisOfMany: 60_000 }
      const port = yield* serve(
        (given, response) => {
          begun += 1
          answer(given, response)
        },
        {
          limits,
          made: (server) => {
            const turn = () => {
              turns += 1
              // As if somebody else had connected.
              server.emit("connection", new PassThrough())
              if (comes) setImmediate(turn)
            }
            server.once("connection", turn)
          }
        }
      )
      const many = yield* Effect.all(Array.from({ length: 10 }, () => open(port)))
      for (const [index, one] of many.entries()) one.write(request(`/${index}`))
      yield* until(() => begun === 10 || turns === 5_000)
      comes = false
      assert.strictEqual(begun, 10)
    }).pipe(Effect.scoped)
  )

  it.live("wait, of new connections, for those who are still to come, few in a turn, and begin all the same", () =>
    Effect.gen(function* () {
      const begun: Array<string> = []
      const accepted: Array<number> = []
      let connections = 0
      const limits = { ...turnLimits, perTurnOfMany: 1, turnsOfMany: 8, millisOfMany: 60_000 }
      const port = yield* serve(
        (given, response) => {
          begun.push(given.url!)
          accepted.push(connections)
          answer(given, response)
        },
        { limits, made: (server) => void server.on("connection", () => connections++) }
      )
      const many = yield* Effect.all(
        Array.from({ length: 200 }, (_, index) =>
          Effect.map(open(port), (connection) => {
            connection.write(request(`/${index}`))
            return connection
          })
        ),
        { concurrency: "unbounded" }
      )
      yield* until(() => many.every((one) => one.read().length === 1))
      assert.lengthOf(begun, 200)
      // While they came some began, far fewer than came.
      const whileTheyCame = accepted.filter((one) => one < 200).length
      assert.isAbove(whileTheyCame, 0)
      assert.isBelow(whileTheyCame, 100)
    }).pipe(Effect.scoped)
  )
})
