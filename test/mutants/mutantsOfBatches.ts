/** Mistakes in batches, at work and in their stores. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are pieces of sources.
import { core, type Mutant, postgres, sqlite } from "./Mutant.ts"

const refunds: ReadonlyArray<Mutant> = [
  core(
    "memory: what a batch gives back lasts",
    "src/memory/BatchWorkStore.ts",
    "addEntry(tables, entry, Math.min(row.lasting, entry.credits))",
    "addEntry(tables, entry)",
    "test/memory/BatchStore.test.ts"
  ),
  core(
    "a batch takes what lasts first",
    "src/credits/domain/Supply.ts",
    "lastingLeft({ lasting, balance: left + spent }) - lastingLeft({ lasting, balance: left })",
    "Math.min(lastingLeft({ lasting, balance: left + spent }), spent)",
    "test/memory/BatchStore.test.ts"
  ),
  sqlite(
    "sqlite: what a batch gives back lasts",
    "src/writes/batchWork.ts",
    "lasting: Math.min(lasting ?? entry.credits, entry.credits)",
    "lasting: entry.credits",
    "test/BatchStore.test.ts"
  ),
  sqlite(
    "sqlite: what a batch gives back never lasts",
    "src/writes/batches.ts",
    "select min(lasting, balance + ?1) - min(lasting, balance) from",
    "select min(lasting, balance + ?1) - min(lasting, balance + ?1) from",
    "test/BatchStore.test.ts"
  ),
  postgres(
    "postgres: what a batch gives back lasts",
    "src/BatchWorkStore.ts",
    "const lasting = Math.min(taken?.lasting ?? credits, credits)",
    "const lasting = taken === undefined ? 0 : credits",
    "test/BatchStore.test.ts"
  )
]

const unit = "test/batches/batches.test.ts"
const inMemory = "test/memory/BatchStore.test.ts"
const onSqlite = "test/BatchStore.test.ts"

const intake: ReadonlyArray<Mutant> = [
  core(
    "batches: what is sent twice is paid for twice",
    "src/batches/readEntries.ts",
    "intake: { reserved: names.size,",
    "intake: { reserved: names.size + counts.duplicates,",
    unit
  ),
  core(
    "batches: other entries are the same request",
    "src/batches/readEntries.ts",
    "if (digest !== null && digested(digest, entry, memory)) yield* folded(digest, memory)",
    "if (digest === undefined) yield* Effect.void",
    unit
  ),
  core(
    "batches: what is asked beside the entries is not looked at again",
    "src/batches/AskedDigest.ts",
    "this.#texts.push(canonicalJson(asked))",
    "this.#texts.push(canonicalJson(asked).slice(0, 0))",
    unit
  ),
  core(
    "batches: one that ended is removed when its acceptance was not heard of",
    "src/batches/submitBatch.ts",
    "mayBeAccepted ? Effect.void : ",
    "mayBeAccepted === null ? Effect.void : ",
    unit
  ),
  core(
    "memory: an intake that was removed is accepted",
    "src/memory/BatchStore.ts",
    "row.batch !== null || row.isRemoved) throw",
    "row.batch !== null) throw",
    inMemory
  ),
  sqlite(
    "SQLite: an intake that was removed is accepted",
    "src/writes/batches.ts",
    "if (!isIntake(db, row)) throw new Error(`no intake ${batchId} is open`)",
    'if (batchId === "") throw new Error(`no intake ${batchId} is open`)',
    onSqlite
  ),
  sqlite(
    "SQLite: an organization has one batch too many",
    "src/writes/batches.ts",
    "if (openBatches(db, organizationId) >= allowance) return { _tag",
    "if (openBatches(db, organizationId) > allowance) return { _tag",
    onSqlite
  )
]

const work: ReadonlyArray<Mutant> = [
  core(
    "batches: a batch is served by its age",
    "src/batches/turns.ts",
    "a.underWay + a.begun - b.underWay - b.begun || inTurn",
    "inTurn",
    "test/batches/turns.test.ts",
    inMemory
  ),
  core(
    "batches: an organization counts only what waits",
    "src/batches/turns.ts",
    "for (const { organizationId, underWay } of candidates)",
    "for (const { organizationId, underWay } of candidates.filter(({ left }) => left > 0))",
    "test/batches/turns.test.ts"
  ),
  core(
    "batches: a store is asked for pages of those whose host has no room",
    "src/batches/turns.ts",
    "return line.onlyHost === null || this.#hosts",
    "return line.onlyHost !== undefined || this.#hosts",
    "test/batches/turns.test.ts"
  ),
  core(
    "batches: the first of those at a host has all of its turns",
    "src/batches/takeItems.ts",
    "for (const { batch } of claims) note(batch.id)",
    "for (const { batch } of claims.slice(claims.length)) note(batch.id)",
    "test/batches/claimTurns.test.ts"
  ),
  core(
    "batches: very many hosts that rest are looked through each time",
    "src/batches/LongLooks.ts",
    "if (hosts <= fewHosts) return",
    "if (hosts >= 0) return",
    inMemory
  ),
  sqlite(
    "SQLite: very many hosts that rest are looked through each time",
    "src/writes/batchWork.ts",
    "      passed += 1\n",
    "",
    onSqlite
  ),
  postgres(
    "Postgres: very many hosts that rest are looked through each time",
    "src/waitingItems.ts",
    "filter (where h.room = 0)",
    "filter (where h.room < 0)",
    onSqlite
  ),
  core(
    "batches: while a host rests others have no shares of any",
    "src/batches/takeItems.ts",
    "      ...options,\n      now,\n",
    "      ...options,\n      ...(options.shares && { shares: { ...options.shares, hosts: { each: options.shares.hosts.each, of: options.shares.hosts.of } } }),\n      now,\n",
    "test/batches/claimTurns.test.ts"
  ),
  core(
    "batches: who comes first is lost where others move",
    "src/batches/Ranked.ts",
    "if (!this.#isBefore(below, at)) return",
    "if (!this.#isBefore(below, at) && this.#items.length < 0) return",
    "test/batches/Ranked.test.ts"
  ),
  core(
    "batches: hosts that rest have the room that shares leave",
    "src/batches/HostRooms.ts",
    "Math.min(this.#shared(organizationId, host), this.#resting.left(host))",
    "this.#shared(organizationId, host)",
    inMemory
  ),
  postgres(
    "Postgres: hosts that rest have the room that shares leave",
    "src/waitingItems.ts",
    "    (${roomsText(resting, most)}::jsonb ->> ${sql.literal(host)})::integer,\n",
    "",
    "test/BatchStore.test.ts"
  ),
  core(
    "memory: of an organization only batches with pages that wait are counted",
    "src/memory/BatchWorkStore.ts",
    "waiting.size + underWay.size > 0",
    "waiting.size > 0",
    inMemory
  ),
  sqlite(
    "SQLite: of an organization only batches with pages that wait are counted",
    "src/writes/batchWork.ts",
    "from batches b indexed by batches_standing where b.open = 1 and b.status in ('queued', 'running')`",
    "from batches b indexed by batches_standing where b.open = 1 and b.status in ('queued', 'running') and ${isWaiting}`",
    onSqlite
  ),
  postgres(
    "Postgres: of an organization only batches with pages that wait are counted",
    "src/claimItems.ts",
    "  where b.open and b.status in ('queued', 'running')`",
    "  where b.open and b.status in ('queued', 'running') and ${sql.literal(isWaiting)}`",
    onSqlite
  ),
  core(
    "batches: one that has hardly begun waits for its organization's share",
    "src/batches/turns.ts",
    "const fewPages = 10",
    "const fewPages = 0",
    "test/batches/turns.test.ts",
    "packages/worker/test/batcher.test.ts"
  ),
  core(
    "batches: the last page ends no batch",
    "src/batches/takeItems.ts",
    "isLast ? Effect.asVoid(last) : Effect.void",
    "isLast ? Effect.void : Effect.void",
    "packages/worker/test/batcher.test.ts"
  ),
  core(
    "places: works of an owner go round, whatever they had lately",
    "src/SharedPlaces.ts",
    "    latest.works.add(workName(owner, work))\n",
    "",
    "test/batches/hostPlaces.test.ts"
  ),
  core(
    "writes: who is held up is waited for by others each time",
    "src/notHeldUp.ts",
    "held === 0 ? write : again",
    "write",
    "test/notHeldUp.test.ts"
  ),
  core(
    "group commit: one owner waits for the writes of another",
    "src/inBatches.ts",
    "whoseIs?.(item) ?? nobody",
    "nobody",
    "test/inBatches.test.ts"
  ),
  core(
    "group commit: an owner has all lanes",
    "src/makeWriteLines.ts",
    "owner.writes > 0 && underWay + kept >= lanes",
    "owner.writes > 0 && underWay >= lanes",
    "test/makeWriteLines.test.ts"
  ),
  core(
    "batches: results are recorded for batches in turns, and not for organizations",
    "src/batches/ItemRecorder.ts",
    "owner: batch.organizationId, work: batch.id",
    'owner: batch.id, work: ""',
    "test/batches/ItemRecorder.test.ts"
  ),
  sqlite(
    "SQLite: results that are kept no longer count off twice",
    "src/writes/batches.ts",
    "if (row.endedAt !== null) {",
    "if (row !== undefined) {",
    "test/BatchStore.test.ts"
  ),
  postgres(
    "Postgres: results that are kept no longer count off twice",
    "src/BatchStore.ts",
    "if (row.endedAt !== null)",
    "if (row !== undefined)",
    "test/BatchStore.test.ts"
  ),
  core(
    "batches: one batch takes a host whole",
    "src/batches/turns.ts",
    "Math.max(1, Math.ceil(shares.hosts.each / Math.max(lines, 1)))",
    "Math.max(1, Math.ceil(shares.hosts.each))",
    "test/batches/turns.test.ts"
  ),
  core(
    "memory: a crawl begins more pages than are paid for",
    "src/memory/batchRows.ts",
    "batch.intake.reserved - tally.succeeded - tally.failed - underWay.size",
    "batch.intake.reserved - tally.succeeded - tally.failed",
    inMemory
  ),
  sqlite(
    "SQLite: a crawl begins more pages than are paid for",
    "src/writes/batchWork.ts",
    "iif(${isWaiting}, b.reserved - ${attempted} - ${underWay}, 0)",
    "iif(${isWaiting}, b.reserved - ${attempted}, 0)",
    onSqlite
  ),
  sqlite(
    "SQLite: a page is recorded under any token",
    "src/writes/batchWork.ts",
    'where batch_id = ? and n = ? and state = 1 and token = ?", batchId, n, token',
    'where batch_id = ? and n = ? and state = 1 and token <= ?", batchId, n, token',
    onSqlite
  ),
  core(
    "memory: a page is recorded under any token",
    "src/memory/BatchWorkStore.ts",
    "row.underWay.has(n) && one.token === token",
    "row.underWay.has(n) && one.token >= token",
    inMemory
  ),
  core(
    "memory: a page that leads to another leads to it twice",
    "src/memory/BatchWorkStore.ts",
    "if (row.identities.has(one.identity) ||",
    'if (one.identity === "" ||',
    inMemory
  ),
  core(
    "memory: a page of a crawl is recorded under each of its addresses",
    "src/memory/BatchWorkStore.ts",
    "    const isSame = known.has(identity)\n",
    '    const isSame = identity === ""\n',
    inMemory
  ),
  core(
    "memory: a page of a crawl that was read under another address is begun",
    "src/memory/BatchWorkStore.ts",
    "  closeRead(row, write)\n",
    "  for (const one of write.outcomes) row.finalIdentities.add(finalIdentityOf(one) ?? `${one.n}`)\n",
    inMemory
  ),
  sqlite(
    "SQLite: a page of a crawl is recorded under each of its addresses",
    "src/writes/batchWork.ts",
    "if (same.length > 0) return",
    "if (same.length < 0) return",
    onSqlite
  ),
  sqlite(
    "SQLite: a page of a crawl that was read under another address is begun",
    "src/writes/batchWork.ts",
    "  closeRead(db, write)\n",
    "",
    onSqlite
  ),
  sqlite(
    "SQLite: a crawl is led to a page that was read under another address",
    "src/writes/batchWork.ts",
    "where batch_id = ?1 and final_identity = ?5",
    "where batch_id = ?1 and final_identity = ?5 and n < 0",
    onSqlite
  ),
  core(
    "batches: what was kept is taken where a part of a page is wanted",
    "src/batches/workItem.ts",
    "includeSelectors.length > 0 ? 0 : maxAgeMillis",
    "maxAgeMillis",
    unit
  ),
  core(
    "batches: a start that robots may not see is not told",
    "src/batches/workItem.ts",
    'claim.batch.crawl?.source.type === "start_url" && claim.depth > 0',
    'claim.batch.crawl?.source.type === "start_url"',
    "test/batches/crawls.test.ts"
  ),
  core(
    "batches: pages of a sitemap that lead to one are told as one",
    "src/batches/ItemRecorder.ts",
    'claim.batch.crawl?.source.type === "start_url" ? parseUrl(finalUrl) : null',
    "claim.batch.crawl !== null ? parseUrl(finalUrl) : null",
    "test/batches/crawls.test.ts"
  )
]

const losses: ReadonlyArray<Mutant> = [
  core(
    "memory: no claim of a run counts as lost",
    "src/memory/claimRuns.ts",
    "row.losses += 1",
    "row.losses += 0",
    "test/monitors/lostRuns.test.ts"
  ),
  core(
    "memory: a run that waits for its turn is lost",
    "src/memory/claimRuns.ts",
    "row.isBegun = row.losses < aloneFrom",
    "row.isBegun = row.losses >= 0",
    "test/monitors/lostRuns.test.ts"
  ),
  sqlite(
    "SQLite: a run that was given back was lost",
    "src/writes/runs.ts",
    "isBegun ? 1 : 0",
    "isBegun ? 1 : 1",
    "test/RunStore.test.ts"
  ),
  sqlite(
    "SQLite: a run of a clock that was ahead was lost",
    "src/writes/claimRuns.ts",
    " && leaseUntil <= clockMillis ?",
    " && leaseUntil > 0 ?",
    "test/RunStore.test.ts"
  ),
  postgres(
    "Postgres: a run of a clock that was ahead was lost",
    "src/claimRuns.ts",
    "t.begun and t.lease_until <= (select at from clock)",
    "t.begun",
    "test/RunStore.test.ts"
  ),
  core(
    "runs: one that was lost ten times is begun again",
    "src/monitors/runMonitor.ts",
    "claim.losses < mostLosses\n      ?",
    "claim.losses < mostLosses + 9\n      ?",
    "test/monitors/lostRuns.test.ts"
  ),
  core(
    "runs: those that were lost are begun together",
    "src/monitors/runMonitor.ts",
    "isSuspect ? alone(",
    "isSuspect && claim.losses > 9 ? alone(",
    "test/monitors/lostRuns.test.ts"
  ),
  core(
    "runs: who is told to end keeps its run",
    "src/monitors/runMonitor.ts",
    "Effect.ignore(renew(Duration.zero))",
    "Effect.ignore(renew(lease))",
    "test/monitors/lostRuns.test.ts"
  ),
  core(
    "runs: one that ends its process pauses no monitor",
    "src/monitors/domain/Verdict.ts",
    'error.code === "internal_error" && endsProcess !== true',
    'error.code === "internal_error"',
    "test/monitors/lostRuns.test.ts"
  ),
  core(
    "memory: no claim counts as lost",
    "src/memory/BatchWorkStore.ts",
    "if (one.isBegun) one.losses += 1",
    "if (one.isBegun) one.losses += 0",
    inMemory
  ),
  core(
    "memory: a page that waits for its turn is lost",
    "src/memory/BatchWorkStore.ts",
    "one.isBegun = one.losses < aloneFrom",
    "one.isBegun = one.losses >= 0",
    inMemory
  ),
  sqlite(
    "SQLite: a page that waits for its turn is lost",
    "src/writes/batchWork.ts",
    "begun = losses < ?",
    "begun = losses + 1 < ? + 99",
    onSqlite
  ),
  sqlite(
    "SQLite: no claim counts as lost",
    "src/writes/batchWork.ts",
    "losses = losses + begun",
    "losses = losses",
    onSqlite
  ),
  postgres(
    "Postgres: no claim counts as lost",
    "src/claimItems.ts",
    "losses = losses + begun::integer",
    "losses = losses",
    onSqlite
  ),
  core(
    "batches: a page that was lost ten times is read again",
    "src/batches/workItem.ts",
    "claim.losses < mostLosses",
    "claim.losses < 99",
    unit
  ),
  core("batches: pages that were lost before are read at once", "src/alone.ts", "makePlaces(1)", "makePlaces(2)", unit),
  core(
    "batches: who is told to end keeps its pages",
    "src/batches/workItem.ts",
    "Effect.onInterrupt(done, () => Effect.ignore(store.renew([claim], Duration.zero)))",
    "done",
    unit
  )
]

const taken: ReadonlyArray<Mutant> = [
  core(
    "batches: what is sent counts in no memory",
    "src/batches/Intakes.ts",
    "else if (lease.take(uncounted))",
    "else if (Date.now() > 0)",
    "test/batches/intakes.test.ts"
  ),
  core(
    "batches: any number of large submissions comes in at once",
    "src/batches/Intakes.ts",
    "return others < largeAtOnce",
    "return others < 99",
    "test/batches/intakes.test.ts"
  ),
  core(
    "batches: a piece has any number of bytes",
    "src/batches/writePieces.ts",
    " || length >= pieceLength",
    "",
    "test/batches/intakes.test.ts"
  ),
  core(
    "batches: what cannot be paid for is read to its end",
    "src/batches/readEntries.ts",
    "if (pages.size > affordable) affordable = yield* afford(pages.size)",
    "if (pages.size < 0) affordable = yield* afford(pages.size)",
    "test/batches/intakes.test.ts"
  ),
  core(
    "batches: a list that is not paid for is not counted further",
    "src/batches/submitBatch.ts",
    "pages + countedBeyond",
    "pages",
    "test/batches/intakes.test.ts"
  ),
  core(
    "batches: records are opened where there is no room",
    "src/batches/readBatches.ts",
    "if (!(yield* takeForRecord(row))) {",
    "if (!(yield* takeForRecord(row)) && read.length > 99) {",
    "test/batches/results.test.ts"
  ),
  core(
    "batches: a batch keeps no table of its files",
    "src/memory/BatchWorkStore.ts",
    "  row.files = files\n",
    "",
    inMemory,
    "test/batches/results.test.ts"
  )
]

const ends: ReadonlyArray<Mutant> = [
  {
    name: "batches: all files of a batch have one tag",
    file: "packages/http/src/batches/files.ts",
    replace: [{ from: 'const etag = `"${batchId}-${number}"`', to: 'const etag = `"${batchId}"`' }],
    tests: ["test/contract/batches/reading.test.ts"]
  },
  core(
    "batches: what was read from pictures is not paid from what comes back",
    "src/batches/domain/settle.ts",
    "Math.min(tally.recoveredPages, refunded + Math.max(0, available))",
    "Math.min(tally.recoveredPages, Math.max(0, available))",
    "test/batches/settle.test.ts"
  ),
  core(
    "batches: what was read from pictures costs more than there is",
    "src/batches/domain/settle.ts",
    "Math.min(tally.recoveredPages, refunded + Math.max(0, available))",
    "tally.recoveredPages",
    "test/batches/settle.test.ts"
  ),
  core(
    "batches: what failed is not given back",
    "src/batches/domain/settle.ts",
    "const refunded = batch.intake.reserved - tally.succeeded\n",
    "const refunded = batch.intake.reserved - tally.succeeded - tally.failed\n",
    "test/batches/settle.test.ts"
  ),
  core(
    "credits: what was spent of those that never expire comes back with the next ones",
    "src/credits/domain/Supply.ts",
    "lasting: credits > 0 ? lastingLeft(account) + lasting",
    "lasting: credits > 0 ? account.lasting + lasting",
    "test/credits/Supply.test.ts"
  ),
  core(
    "credits: what a hold is short of is not bought for all that it may take",
    "src/credits/domain/Supply.ts",
    "const missing = wanted - account.available",
    "const missing = (atLeast ?? wanted) - account.available",
    "test/memory/BillingLedger.test.ts"
  ),
  core(
    "credits: a budget that does not reach for all buys nothing",
    "src/credits/domain/Supply.ts",
    "account.available + credits >= (atLeast ?? wanted)",
    "account.available + credits >= wanted",
    "test/memory/BillingLedger.test.ts"
  ),
  core(
    "credits: work of variable price is held to the least",
    "src/credits/withCharge.ts",
    "const credits = Math.max(price.atLeast, price.atMost)",
    "const credits = price.atLeast",
    "test/credits/withCharge.test.ts"
  ),
  core(
    "credits: what others left serves nobody",
    "src/credits/withCharge.ts",
    "cause, credits, expiresAt }, price.atLeast)",
    "cause, credits, expiresAt })",
    "test/credits/withCharge.test.ts"
  ),
  core(
    "batches: one that is submitted again is another one",
    "src/idempotency/Idempotency.ts",
    'attempt === "first" ? { replaces: true as const } : {}',
    "attempt !== null ? { replaces: true as const } : {}",
    "test/batches/batches.test.ts"
  ),
  core(
    "batches: one that is asked for anew is the one before",
    "src/idempotency/Idempotency.ts",
    '...(attempt === "first" ? { replaces: true as const } : {})',
    "...(attempt === null ? { replaces: true as const } : {})",
    "test/batches/batches.test.ts"
  ),
  core(
    "batches: one that is submitted again is refused for what its first left",
    "src/idempotency/Idempotency.ts",
    'Effect.succeed(attempt === "again")',
    "Effect.succeed(attempt === null)",
    "test/batches/batches.test.ts"
  ),
  core(
    "batches: what one costs more is taken from the day that paid",
    "src/batches/settleBatches.ts",
    "day: credits < 0 ? dayOf(end.at) : budget.day",
    "day: credits < 0 ? budget.day : dayOf(end.at)",
    "test/batches/batches.test.ts"
  ),
  core(
    "batches: one that comes on fails",
    "src/batches/settleBatches.ts",
    "return stoodMillis >= Duration.toMillis(stallAfter)",
    "return stoodMillis >= 0",
    unit
  ),
  core(
    "batches: one that is cancelled has stood still since before",
    "src/batches/settleBatches.ts",
    "before.done !== done || before.status !== batch.status",
    "before.done !== done",
    unit
  ),
  core(
    "batches: ends that are held up stop what is claimed",
    "src/batches/settleBatches.ts",
    "- passed >= lookMillis",
    "- passed >= Number.POSITIVE_INFINITY",
    unit
  ),
  core(
    "batches: who was held up is looked at again when something else is due",
    "src/batches/settleBatches.ts",
    "else isBehind = true",
    "",
    unit
  ),
  core(
    "batches: ends that are held up stop those behind them",
    "src/batches/settleBatches.ts",
    "cut = { ...begun, after }",
    "",
    unit
  ),
  core(
    "batches: one that waits for a host that rests has failed",
    "src/batches/settleBatches.ts",
    "waitsAt !== null && turns.isWaitedFor(waitsAt, passed)",
    "waitsAt === null && turns.isWaitedFor(stored.batch.id, passed)",
    "test/batches/crawls.test.ts"
  ),
  sqlite(
    "SQLite: pages under way are not closed when their batch ends",
    "src/writes/batchWork.ts",
    '  db.run("update batch_items set state = 2, lease_until = null where batch_id = ? and state = 1", batchId)\n',
    "",
    onSqlite
  ),
  core(
    "memory: a batch that was cancelled is completed",
    "src/memory/BatchWorkStore.ts",
    'if (batch.status === "completed" && row.batch.status === "cancelling") return false\n',
    "",
    inMemory
  ),
  sqlite(
    "SQLite: a batch that was cancelled is completed",
    "src/writes/batchWork.ts",
    'if (status === "completed" && row.status === "cancelling") return false\n',
    "",
    onSqlite
  ),
  postgres(
    "Postgres: a batch that was cancelled is completed",
    "src/BatchWorkStore.ts",
    'if (open === undefined || (status === "completed" && open.status === "cancelling")) return false',
    "if (open === undefined) return false",
    onSqlite
  ),
  core(
    "memory: a batch ends at the cost of more than there is",
    "src/memory/BatchWorkStore.ts",
    "accountOf(tables, batch.organizationId).available + entry.credits < 0",
    "accountOf(tables, batch.organizationId).available < 0",
    inMemory
  ),
  sqlite(
    "SQLite: a batch ends at the cost of more than there is",
    "src/writes/batchWork.ts",
    "availableOf(db, organizationId) + entry.credits >= 0",
    "availableOf(db, organizationId) >= 0",
    onSqlite
  ),
  core(
    "memory: a batch ends on counts that have changed",
    "src/memory/BatchWorkStore.ts",
    "  if (row.tally.succeeded !== tally.succeeded || row.tally.failed !== tally.failed) return false\n",
    "",
    inMemory
  ),
  sqlite(
    "SQLite: a batch ends on counts that have changed",
    "src/writes/batchWork.ts",
    "if (row === undefined || row.succeeded !== succeeded || row.all - row.succeeded !== failed) return false",
    "if (row === undefined) return false",
    onSqlite
  ),
  sqlite(
    "SQLite: results go before their time",
    "src/writes/batches.ts",
    "where ended_at is not null and stale = 0 and ended_at < ? order by",
    "where ended_at is not null and stale = 0 and ended_at <> ? order by",
    onSqlite
  ),
  sqlite(
    "SQLite: deliveries of a batch that is gone go on",
    "src/writes/batches.ts",
    "removeSubscription(db, batchId, true)",
    "removeSubscription(db, batchId, false)",
    onSqlite
  ),
  sqlite(
    "SQLite: the key of a batch that is gone stays taken",
    "src/writes/batches.ts",
    "  if (row.key !== null) {",
    '  if (row.key === "") {',
    onSqlite
  )
]

const bounds: ReadonlyArray<Mutant> = [
  core(
    "batches: what pages lead to is held uncounted",
    "src/batches/ItemRecorder.ts",
    '(end._tag === "Failed" ? 0 : foundBytes(end.found))',
    '(end._tag === "Failed" ? 0 : 0 * foundBytes(end.found))',
    "test/batches/crawls.test.ts",
    "test/batches/ItemRecorder.test.ts"
  ),
  core(
    "batches: links of a page are followed however long they are",
    "src/batches/crawlRules.ts",
    "      if (length > maxFollowedLength) break\n",
    "",
    "test/batches/crawls.test.ts"
  ),
  core(
    "batches: a list whose pages fail takes nothing",
    "src/batches/submitBatch.ts",
    "      bytes += itemsBytes(items)\n",
    "",
    "test/batches/intakes.test.ts"
  ),
  sqlite(
    "SQLite: a batch that was accepted takes nothing",
    "src/writes/batches.ts",
    "  keepBytes(db, row)\n",
    "",
    onSqlite
  ),
  sqlite(
    "SQLite: a large event of a batch stays when that is removed",
    "src/writes/batches.ts",
    "    db.run(shortenBodies, organizationId, row.endedAt, batchId)\n",
    "",
    onSqlite
  ),
  sqlite(
    "SQLite: bodies are read however large when they are claimed",
    "src/writes/deliveryColumns.ts",
    "iif(octet_length(d.body) > ${claimedBodyBytes}, '', d.body) as body,",
    "d.body,",
    "test/DeliveryStore.test.ts"
  ),
  core(
    "deliveries: large events are read without room for them",
    "src/webhooks/heldBody.ts",
    "  if (lease.take(bytes)) return true\n",
    "  if (lease.take(bytes) || lease.fits(bytes)) return true\n",
    "test/webhooks/heldBody.test.ts"
  ),
  core(
    "deliveries: a large event is passed by smaller ones for good",
    "src/webhooks/heldBody.ts",
    "(held) => held === 0)",
    "(held) => held >= 0)",
    "test/webhooks/heldBody.test.ts"
  ),
  sqlite(
    "SQLite: an export reads as many rows as fit when they are small",
    "src/transfer.ts",
    "page.length < bounds.rows && length < bounds.length",
    "page.length < bounds.rows",
    "test/transfer.test.ts"
  ),
  postgres(
    "Postgres: an export reads as many rows as fit when they are small",
    "src/transfer.ts",
    " and page.length < ${bounds.length}",
    "",
    "test/transfer.test.ts"
  )
]

export const mutantsOfBatches: ReadonlyArray<Mutant> = [
  ...refunds,
  ...intake,
  ...taken,
  ...work,
  ...losses,
  ...ends,
  ...bounds
]
