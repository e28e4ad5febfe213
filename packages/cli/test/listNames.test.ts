/** What lists say of whose their rows are, and what is said of sessions with which nobody is signed in. */
import { assert, describe, it } from "@effect/vitest"
import type { DeliverySummaryRecord } from "../../http/src/deliveries/DeliveryRecord.ts"
import { changesText } from "../src/commands/changeView.ts"
import { deliveriesText } from "../src/commands/deliveryView.ts"
import { keysText } from "../src/commands/key.ts"
import { namedMonitor } from "../src/commands/monitorNames.ts"
import { emptySession } from "../src/commands/profile.ts"

describe("a list", () => {
  it("names monitors, and has the id alone of one that is gone", () => {
    const names = new Map([["mon_1", "Pricing of Gull"]])
    assert.strictEqual(namedMonitor(names, "mon_2"), "mon_2")
    assert.strictEqual(namedMonitor(names, "mon_1"), "mon_1 Pricing of Gull")
  })

  it("of deliveries says of which monitor or batch each is", () => {
    const delivery: DeliverySummaryRecord = {
      id: "whd_1",
      created_at: "2026-01-01T00:00:00.000Z",
      delivered_at: null,
      event: "change.detected",
      status: "pending",
      url: "https://hooks.example.com/",
      source: { type: "monitor", monitor_id: "mon_1", run_id: "run_1" },
      attempt_count: 0,
      retry_expires_at: "2026-01-08T00:00:00.000Z",
      next_attempt_at: null,
      last_error: null
    }
    const text = deliveriesText(
      [delivery, { ...delivery, id: "whd_2", source: { type: "batch", batch_id: "batch_1" } }],
      new Map([["mon_1", "Pricing"]])
    )
    assert.match(text, /whd_1 .*change\.detected +mon_1 Pricing +pending/)
    assert.match(text, /whd_2 .*change\.detected +batch_1 +pending/)
  })

  it("of changes has the monitor where it is that of several", () => {
    assert.notInclude(changesText([]), "monitor")
    const change: Parameters<typeof changesText>[0][number] = {
      mode: "web",
      id: "chg_1",
      monitor_id: "mon_1",
      target_type: "page",
      change_detection_type: "exact",
      title: "The price changed",
      summary: "It did.",
      detected_at: "2026-01-01T00:00:00.000Z",
      url: "https://example.com/",
      tags: [],
      added_url_count: 0,
      removed_url_count: 0,
      moved_url_count: 0,
      matched_url_count: 0
    }
    assert.match(changesText([change], new Map([["mon_1", "Pricing"]])), /chg_1 .*mon_1 Pricing +The price changed/)
    assert.notInclude(changesText([change]), "mon_1")
  })

  it("of keys says whose they are where there are several organizations", () => {
    const key: Parameters<typeof keysText>[0][number] = {
      id: "key_1",
      organization_id: "org_1",
      name: "reports",
      last4: "abcd",
      scopes: null,
      created_at: "2026-01-01T00:00:00.000Z",
      revoked_at: null
    }
    const one = { id: "org_1", name: "Gull" }
    assert.notInclude(keysText([key], [one]), "Gull")
    const both = keysText(
      [key, { ...key, id: "key_2", organization_id: "org_2" }],
      [one, { id: "org_2", name: "Tern" }]
    )
    assert.match(both, /key_1 +org_1 Gull +abcd/)
    assert.match(both, /key_2 +org_2 Tern +abcd/)
  })
})

describe("a session", () => {
  const cookie = (expires: number) => ({ name: "sid", value: "s", expires })
  const now = 1_000_000
  const stored = { origin: "https://a.example", localStorage: [{ name: "token", value: "t" }] }

  it("with which nobody is signed in is told as one", () => {
    assert.match(emptySession({ cookies: [], origins: [] }, now) ?? "", /no cookie and no stored value/)
    assert.match(emptySession({ cookies: [], origins: [{ ...stored, localStorage: [] }] }, now) ?? "", /no cookie/)
    assert.match(emptySession({ cookies: [cookie(999), cookie(0)], origins: [] }, now) ?? "", /have expired/)
  })

  it("that may be somebody's is not", () => {
    for (const session of [
      { cookies: [cookie(-1)], origins: [] },
      { cookies: [cookie(999), cookie(1_001)], origins: [] },
      { cookies: [], origins: [stored] },
      { cookies: [cookie(999)], origins: [stored] },
      // The server says that these are none.
      {},
      { cookies: "none" }
    ]) {
      assert.isNull(emptySession(session, now))
    }
  })
})
