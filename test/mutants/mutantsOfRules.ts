/** Mistakes in rules: of time, of shares, and of limits. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are pieces of sources.
import { core, http, type Mutant } from "./Mutant.ts"

const limits: ReadonlyArray<Mutant> = [
  core(
    "limits: a window takes one call too many",
    "src/limits/domain/OwnCounts.ts",
    "const admitted = before + weight <= limit\n",
    "const admitted = before + weight <= limit + 1\n",
    "test/memory/LimitStore.test.ts"
  ),
  core(
    "limits: a slot is kept when its call ends",
    "src/limits/Limits.ts",
    "admitted ? counting.leave(request) : Effect.void",
    "Effect.void",
    "test/limits/Limits.test.ts"
  ),
  core(
    "limits: windows begin with the first call",
    "src/limits/domain/Window.ts",
    "Math.floor(atMillis / windowMillis) * windowMillis",
    "Math.floor(atMillis)",
    "test/limits/Limits.test.ts"
  ),
  core(
    "limits: keys of an organization share nothing",
    "src/limits/domain/Window.ts",
    'shared === "organization" ? organization.id :',
    "shared === null ? organization.id :",
    "test/limits/Limits.test.ts"
  ),
  core(
    "limits: a slot of who died is never free",
    "src/limits/domain/OwnCounts.ts",
    "if (endMillis <= nowMillis) taken.delete(holder)",
    "if (endMillis <= 0) taken.delete(holder)",
    "test/memory/LimitStore.test.ts"
  )
]

const allowances: ReadonlyArray<Mutant> = [
  core(
    "limits: what one kind of call may take is remembered for every kind",
    "src/limits/Limits.ts",
    "const found = ofCaller?.[bucket]",
    "const found = ofCaller && Object.values(ofCaller)[0]",
    "test/limits/Limits.test.ts"
  ),
  core(
    "limits: the last unit of a window is nobody's",
    "src/limits/domain/OwnCounts.ts",
    "const admitted = before + weight <= limit\n",
    "const admitted = before + weight < limit\n",
    "test/memory/LimitStore.test.ts"
  ),
  core(
    "limits: a slot is taken twice by who asks twice",
    "src/limits/domain/OwnCounts.ts",
    "!taken.has(token) && taken.size >= limit",
    "taken.size >= limit",
    "test/memory/LimitStore.test.ts"
  )
]

const many: ReadonlyArray<Mutant> = [
  core(
    "limits: a grant counts for itself, so that grants multiply what a plan allows",
    "src/organizations/domain/Principal.ts",
    "countedFor ?? id",
    "id ?? countedFor",
    "test/limits/Limits.test.ts"
  ),
  core(
    "limits: who has a secret is refused for what strangers try",
    "src/limits/Limits.ts",
    "admitTry: drawHere",
    "admitTry: (what, address, limit) => Effect.tap(drawHere(what, address, limit), () => drawEverywhere(what, limit, 0))",
    "test/limits/Limits.test.ts"
  ),
  http(
    "sessions: a wrong key counts for nobody",
    "src/sessions/handlers.ts",
    "saysNothingOfSecret.has(_tag) ?",
    'saysNothingOfSecret.has(_tag) || _tag === "Unauthorized" ?',
    "test/sessions/sessions.test.ts"
  ),
  http(
    "sessions: who has a key is refused for what strangers try at the same address",
    "src/sessions/handlers.ts",
    '`sign-in:${signer?.id ?? "operator"}`',
    '"sign-in"',
    "test/sessions/sessions.test.ts"
  ),
  http(
    "live: an organization takes all places for streams",
    "src/live/Places.ts",
    "leavesRoom(own, streamLimits.ofProcess - all)",
    "leavesRoom(own, streamLimits.ofProcess)",
    "test/live/Places.test.ts"
  ),
  http(
    "access: a scope that depends on what is asked for is looked at after the body",
    "src/middleware/Admission.ts",
    "return anyScope.some((one) => covers(scopes, one)) ? null : (anyScope[0] ?? null)",
    "return null",
    "test/access.test.ts"
  )
]

const late: ReadonlyArray<Mutant> = [
  core(
    "alarms: all of one time ring in one turn",
    "src/Alarms.ts",
    "due.length === rungAtOnce",
    "due.length === rungAtOnce * 100",
    "test/Alarms.test.ts"
  ),
  core(
    "alarms: those that were left for the next turn never ring",
    "src/Alarms.ts",
    "if (next > nowMillis()) return wakeAt(next)",
    "if (next !== 0) return wakeAt(next + 1_000_000)",
    "test/Alarms.test.ts"
  )
]

const shares: ReadonlyArray<Mutant> = [
  core(
    "shares: a host may hold more than is free",
    "src/Shares.ts",
    "host: 2, lane: 1 }",
    "host: 2, lane: 2 }",
    "test/Shares.test.ts"
  ),
  core(
    "shares: who has nothing yet gets nothing",
    "src/Shares.ts",
    "held === 0 && free > 0 ? 1 : 0)",
    "held === 0 && free > 0 ? 0 : 0)",
    "test/Shares.test.ts"
  ),
  core(
    "shares: what a host was given is not counted",
    "src/Shares.ts",
    "nthOfHost(host) <= roomFor(hosts, host)",
    "nthOfHost(host) <= 1_000",
    "test/Shares.test.ts"
  ),
  core(
    "shares: what was claimed leaves its room",
    "src/Shares.ts",
    "countedOn(of, keys, -1, each)",
    "countedOn(of, keys, 0, each)",
    "test/Shares.test.ts"
  ),
  core(
    "shares: who is longest due goes first, however much it has under way",
    "src/Shares.ts",
    "a.turn - b.turn || a.order - b.order",
    "a.order - b.order",
    "test/Shares.test.ts"
  ),
  core(
    "shares: who holds much takes the places that are kept",
    "src/Shares.ts",
    "upTo(of, free - kept, perFree)",
    "upTo(of, free, perFree)",
    "test/Shares.test.ts"
  ),
  core(
    "shares: a host that others fill has no place for who holds nothing there",
    "src/Shares.ts",
    "lanes.of.has(lane) ? atHost : Math.max(1, atHost)",
    "atHost",
    "test/Shares.test.ts"
  )
]

const time: ReadonlyArray<Mutant> = [
  core(
    "time: a slot runs again when the clock stepped back",
    "src/monitors/domain/Verdict.ts",
    "const came = isEarly ? slotAt : at",
    "const came = isEarly ? at : at",
    "test/monitors/running.test.ts"
  ),
  core(
    "time: a slot beyond the schedule counts as run",
    "src/monitors/domain/Verdict.ts",
    "DateTime.isLessThanOrEqualTo(slotAt, allowed())",
    "(DateTime.isLessThanOrEqualTo(slotAt, allowed()) || true)",
    "test/monitors/Verdict.test.ts"
  ),
  core(
    "time: an older slot is planned than the last",
    "src/monitors/domain/Schedule.ts",
    "Math.max(1, Math.floor(passed / step) + 1)",
    "Math.max(-9, Math.floor(passed / step) + 1)",
    "test/monitors/Schedule.test.ts"
  ),
  core(
    "lease: work goes on after it is lost",
    "src/holdingLease.ts",
    "while: (held) => held",
    "while: (held) => held || !held",
    "test/holdingLease.test.ts"
  ),
  core(
    "lease: a store that is away takes it",
    "src/holdingLease.ts",
    "() => Effect.succeed(true)",
    "() => Effect.succeed(false)",
    "test/holdingLease.test.ts"
  ),
  core(
    "lease: it is renewed when it is over",
    "src/holdingLease.ts",
    "Duration.toMillis(lease) / 3",
    "Duration.toMillis(lease) / 1",
    "test/holdingLease.test.ts"
  ),
  core(
    "credits: a long call loses its hold",
    "src/credits/withCharge.ts",
    "endsAt === null ? now : DateTime.max(now, endsAt)",
    "endsAt === null ? now : now",
    "test/credits/withCharge.test.ts",
    "test/pages/scraping.test.ts"
  )
]

const memory: ReadonlyArray<Mutant> = [
  http(
    "refusing: a client that is gone is waited for",
    "src/refuseInOrder.ts",
    "!hasWhole(line) || !socket.writable",
    "!hasWhole(line)",
    "test/refuseInOrder.test.ts"
  ),
  core(
    "budget: one may take all there is",
    "src/budget/domain/MemoryShare.ts",
    "capacityBytes - usedBytes - heldBytes",
    "capacityBytes - usedBytes - 0 * heldBytes",
    "test/budget/MemoryBudget.test.ts"
  ),
  core(
    "budget: those who hold little find no room while others hold all",
    "src/budget/domain/MemoryShare.ts",
    "const littleTogether = 1 / 8",
    "const littleTogether = 0",
    "test/budget/MemoryBudget.test.ts"
  ),
  core(
    "budget: any number of those who hold little find room",
    "src/budget/domain/MemoryShare.ts",
    "const littleTogether = 1 / 8",
    "const littleTogether = 1",
    "test/budget/MemoryBudget.test.ts"
  ),
  core(
    "budget: those who hold much are counted with those who hold little",
    "src/budget/MemoryBudget.ts",
    "(held > little ? 0 : held) - (before > little ? 0 : before)",
    "held - before",
    "test/budget/MemoryBudget.test.ts"
  ),
  core(
    "budget: what is closed is not given back",
    "src/budget/MemoryBudget.ts",
    "      count(-taken)\n",
    "      count(0)\n",
    "test/budget/MemoryBudget.test.ts"
  ),
  core(
    "budget: more is given back than was taken",
    "src/budget/MemoryBudget.ts",
    "give: (bytes) => count(-Math.min(bytes, taken))",
    "give: (bytes) => count(-Math.max(bytes, 0))",
    "test/budget/MemoryBudget.test.ts"
  ),
  core(
    "budget: a part of what has ended is counted for good",
    "src/budget/MemoryBudget.ts",
    "const part = isClosed ? uncounted : this.#open(owner, heldBytes)",
    "const part = this.#open(owner, heldBytes)",
    "test/budget/MemoryBudget.test.ts"
  ),
  core(
    "budget: a part waits for room that the whole holds",
    "src/budget/MemoryBudget.ts",
    "const part = isClosed ? uncounted : this.#open(owner, heldBytes)",
    "const part = isClosed ? uncounted : this.open(owner)",
    "test/budget/MemoryBudget.test.ts",
    "test/extraction/ownRoom.test.ts"
  ),
  core(
    "gathered: any number of pieces is taken",
    "src/limits/domain/GatheredBytes.ts",
    "this.#pieces > this.#pieceBounds.free + ",
    "this.#pieces > this.#pieceBounds.free * 100 + ",
    "test/limits/GatheredBytes.test.ts"
  ),
  core(
    "gathered: a piece too many is kept",
    "src/limits/domain/GatheredBytes.ts",
    "if (this.#bytes > this.#maxBytes)",
    "if (this.#bytes > this.#maxBytes + 1)",
    "test/limits/GatheredBytes.test.ts"
  ),
  core(
    "gathered: small pieces overwrite each other",
    "src/limits/domain/GatheredBytes.ts",
    "    this.#filled += piece.length\n    this.#release(piece)",
    "    this.#filled += piece.length - 1\n    this.#release(piece)",
    "test/limits/GatheredBytes.test.ts"
  ),
  http(
    "requests: an answer that nobody hears is held for good",
    "src/requestMemory.ts",
    "sent === null || sent.destroyed",
    "sent === null",
    "test/requestMemory.test.ts"
  ),
  http(
    "requests: what an answer of which nobody tells took is never given back",
    "src/requestMemory.ts",
    "    lease.close()\n    return response",
    "    return response",
    "test/requestMemory.test.ts"
  ),
  http(
    "requests: an answer that is being read counts again for who comes without a key",
    "src/requestMemory.ts",
    "body === null || isHeld(memory, body) ? 0",
    "body === null ? 0",
    "test/requestMemory.test.ts"
  ),
  http(
    "requests: a reader without a key has what room others of them leave",
    "src/requestMemory.ts",
    "ownBytes + bytes - givenBack",
    "bytes - givenBack",
    "test/requestMemory.test.ts"
  ),
  http(
    "readers: one of whom nothing is known is cut for others",
    "src/slowReaders.ts",
    " || pace.owingLooks < knownAfterLooks",
    "",
    "test/slowReaders.test.ts"
  ),
  http(
    "readers: some are cut though that is not enough",
    "src/slowReaders.ts",
    "    if (!isEnough(givenBack)) continue\n",
    "",
    "test/slowReaders.test.ts"
  ),
  http(
    "readers: those are cut first who took most lately",
    "src/slowReaders.ts",
    "one.latelyPerSecond - other.latelyPerSecond",
    "other.latelyPerSecond - one.latelyPerSecond",
    "test/slowReaders.test.ts"
  ),
  http(
    "requests: work begins while memory is short",
    "src/requestMemory.ts",
    "  if (memory.isShort) return Effect.fail(noRoom)\n",
    "",
    "test/requestMemory.test.ts"
  ),
  http(
    "json: lists beside each other count as nested",
    "src/jsonSize.ts",
    "        depth -= 1\n",
    "        depth -= 0\n",
    "test/jsonSize.test.ts"
  ),
  http(
    "json: depth is not measured",
    "src/jsonSize.ts",
    "if (depth > deepest) deepest = depth",
    "if (depth < deepest) deepest = depth",
    "test/jsonSize.test.ts"
  ),
  http(
    "json: items of a list are not counted",
    "src/jsonSize.ts",
    "      case comma:\n        items += 1",
    "      case comma:\n        items += 0",
    "test/jsonSize.test.ts"
  ),
  http(
    "json: an escaped quote ends a string",
    "src/jsonSize.ts",
    "if (slashes % 2 === 0) return end",
    "if (slashes >= 0) return end",
    "test/jsonSize.test.ts"
  ),
  http(
    "connections: an address may have one too many",
    "src/Connections.ts",
    "if (open >= this.#max)",
    "if (open > this.#max)",
    "test/connections.test.ts"
  ),
  http(
    "connections: a refusal is written before the answers that stand before it",
    "src/refuseInOrder.ts",
    "line === undefined || !hasWhole(line)",
    "line === undefined || hasWhole(line)",
    "test/refuseInOrder.test.ts"
  ),
  http(
    "connections: what came after all is refused",
    "src/refuseInOrder.ts",
    "    line.refused = null\n    response.once",
    "    response.once",
    "test/refuseInOrder.test.ts"
  ),
  http(
    "connections: a request that does not come whole waits for its own answer",
    "src/refuseInOrder.ts",
    "[...open].some(({ complete }) => complete)",
    "open.size > 0",
    "test/refuseInOrder.test.ts"
  )
]

const diff: ReadonlyArray<Mutant> = [
  core(
    "diff: a patch that is cut ends in what did not change",
    "src/monitors/domain/unifiedDiff.ts",
    'if (this.rows.at(-1)?.startsWith(" ") === true) continue',
    'if (this.rows.at(-1)?.startsWith("!") === true) continue',
    "test/monitors/Diff.test.ts"
  )
]

const strangers: ReadonlyArray<Mutant> = [
  core(
    "limits: each address of a network of IPv6 counts by itself",
    "src/limits/Limits.ts",
    "networkOf(address)",
    "address",
    "test/limits/Limits.test.ts",
    "packages/http/test/shared.test.ts"
  ),
  http(
    "shared: made-up links lock readers out",
    "src/shared/route.ts",
    "yield* links.markOf(token)",
    "Option.none<string>()",
    "test/shared.test.ts"
  )
]

const days: ReadonlyArray<Mutant> = [
  core(
    "days: a plan becomes dearer by small steps",
    "src/monitors/commitDays.ts",
    "(more > 0 ? day : 0)",
    "more",
    "test/monitors/commitDays.test.ts"
  ),
  core(
    "days: what may have been charged is given back",
    "src/monitors/dayOfMaker.ts",
    "mayBeCharged ? Effect.void : settle(0)",
    "settle(0)",
    "test/monitors/dayOfMaker.test.ts"
  ),
  core(
    "days: whoever runs a monitor by hand on a spent day pauses it",
    "src/monitors/domain/Verdict.ts",
    'until !== undefined && run.trigger !== "schedule"',
    "until !== until",
    "test/monitors/dayOfMaker.test.ts",
    "test/monitors/commitDays.test.ts"
  )
]

const told: ReadonlyArray<Mutant> = [
  core(
    "notes: one caller takes all places",
    "src/waking/gatherNotes.ts",
    "|| count >= mostOfOne",
    "",
    "test/notes.test.ts"
  ),
  core(
    "search: a site that does not answer says that its pages are gone",
    "src/sites/crawlHosts.ts",
    " && refusalOf(robots).isSaid",
    "",
    "test/search/indexing.test.ts"
  ),
  http(
    "calls: what began together is left when its request goes",
    "src/assistants/RunningCalls.ts",
    "yield* Effect.onInterrupt(beginning, () => over)",
    "yield* beginning",
    "test/runningCalls.test.ts"
  )
]

export const mutantsOfRules = [
  ...[...limits, ...allowances, ...many, ...late, ...shares, ...time, ...memory, ...diff],
  ...[...strangers, ...days, ...told]
]
