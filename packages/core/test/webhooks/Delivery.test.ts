import { assert, describe, it } from "@effect/vitest"
import { type Delivery, decideAttempt, retryExpiresAt, SendOutcome } from "@kittiwake/core/webhooks/domain/Delivery"
import { decideRetry } from "@kittiwake/core/webhooks/domain/ManualRetry"
import { DateTime, Result } from "effect"
import fc from "fast-check"
import { deliveryOf, epoch, freshDigest, monitorOf, organizationOf, queuedRunOf } from "../../src/testing/builders.ts"

const run = queuedRunOf(monitorOf(organizationOf().id, epoch), epoch)

/** A delivery whose attempt has just begun, as a claim hands it out. */
const claimed = (given: Partial<Delivery> = {}) => {
  const delivery = deliveryOf(run, epoch, { status: "delivering", attempts: 1, ...given })
  const destination = { url: "https://receiver.example/now", secret: `whsec_${freshDigest()}` }
  return { delivery, token: 1, destination, host: "receiver.example" }
}

const outcomes = fc.oneof(
  fc.integer({ min: 100, max: 599 }).map((httpStatus) => SendOutcome.cases.Answered.make({ httpStatus })),
  fc
    .constantFrom("timeout" as const, "connection_failed" as const)
    .map((code) => SendOutcome.cases.NoAnswer.make({ code, message: "no" })),
  fc.constant(SendOutcome.cases.Unsafe.make({ message: "no" }))
)

const plans = fc.array(fc.integer({ min: 1, max: 86_400 }), { maxLength: 20 })

const isAcknowledged = (outcome: SendOutcome) =>
  outcome._tag === "Answered" && outcome.httpStatus >= 200 && outcome.httpStatus < 300

describe("an attempt to deliver", () => {
  it("delivers with any 2xx and with nothing else", () => {
    fc.assert(
      fc.property(outcomes, plans, (outcome, delaysSeconds) => {
        const { delivery, health } = decideAttempt(claimed({ delaysSeconds }), outcome, epoch)
        assert.strictEqual(delivery.status === "delivered", isAcknowledged(outcome))
        assert.strictEqual(health._tag === "Healthy", isAcknowledged(outcome))
        assert.strictEqual(delivery.deliveredAt !== null, isAcknowledged(outcome))
      })
    )
  })

  it("is followed by exactly the delays of the plan, counted from its end, and then by none", () => {
    fc.assert(
      fc.property(plans, (delaysSeconds) => {
        const refused = SendOutcome.cases.Answered.make({ httpStatus: 500 })
        let delivery = claimed({ delaysSeconds }).delivery
        let at = epoch
        const waits: Array<number> = []
        for (;;) {
          delivery = decideAttempt({ ...claimed(), delivery }, refused, at).delivery
          if (delivery.nextAttemptAt === null) break
          assert.strictEqual(delivery.status, "retrying")
          waits.push((delivery.nextAttemptAt.epochMilliseconds - at.epochMilliseconds) / 1_000)
          at = delivery.nextAttemptAt
        }
        assert.strictEqual(delivery.status, "failed")
        assert.deepStrictEqual(waits, delaysSeconds)
      })
    )
  })

  it("never changes the event's id or its bytes", () => {
    fc.assert(
      fc.property(outcomes, plans, (outcome, delaysSeconds) => {
        const claim = claimed({ delaysSeconds })
        const { delivery } = decideAttempt(claim, outcome, epoch)
        assert.strictEqual(delivery.eventId, claim.delivery.eventId)
        assert.strictEqual(delivery.body, claim.delivery.body)
      })
    )
  })

  it("tells where it went and how it ended, in the words of the contract", () => {
    const decide = (outcome: SendOutcome) => decideAttempt(claimed({ delaysSeconds: [] }), outcome, epoch)
    const refused = decide(SendOutcome.cases.Answered.make({ httpStatus: 302 }))
    assert.strictEqual(refused.attempt.url, "https://receiver.example/now")
    assert.strictEqual(refused.attempt.httpStatus, 302)
    assert.strictEqual(refused.attempt.error?.code, "http_error")
    const failed = decide(SendOutcome.cases.NoAnswer.make({ code: "timeout", message: "slow" }))
    assert.isNull(failed.attempt.httpStatus)
    assert.strictEqual(failed.attempt.error?.code, "timeout")
    const unsafe = decide(SendOutcome.cases.Unsafe.make({ message: "private" }))
    assert.strictEqual(unsafe.attempt.error?.code, "unsafe_url")
    const statuses = [refused, failed, unsafe].map(({ health }) => health._tag === "Failing" && health.last.lastStatus)
    assert.deepStrictEqual(statuses, ["rejected", "failed", "skipped_unsafe_url"])
  })

  const refused = SendOutcome.cases.Answered.make({ httpStatus: 500 })

  /** What follows when an attempt by hand fails. */
  const afterHand = (given: Partial<Delivery>, at = epoch) =>
    decideAttempt(claimed({ trigger: "manual", attempts: 3, ...given }), refused, at).delivery

  it("goes on with its plan when it was asked for by hand, at the same step and after its whole delay", () => {
    fc.assert(
      fc.property(plans, fc.nat({ max: 21 }), fc.nat({ max: 100_000 }), (delaysSeconds, failures, laterSeconds) => {
        const automaticFailures = Math.min(failures, delaysSeconds.length) || 1
        const at = DateTime.add(epoch, { seconds: laterSeconds })
        const delivery = afterHand({ delaysSeconds, automaticFailures }, at)
        const delay = delaysSeconds[automaticFailures - 1]
        assert.strictEqual(delivery.automaticFailures, automaticFailures)
        assert.deepInclude(
          delivery,
          delay === undefined
            ? { status: "failed", nextAttemptAt: null }
            : { status: "retrying", trigger: "automatic", nextAttemptAt: DateTime.add(at, { seconds: delay }) }
        )
      })
    )
  })

  it("leaves the plan as long as it was, however often it is asked for by hand", () => {
    const delaysSeconds = [60, 300, 1800]
    let delivery = claimed({ delaysSeconds }).delivery
    const triggers: Array<string> = []
    for (let n = 0; delivery.nextAttemptAt !== null || n === 0; n++) {
      triggers.push(delivery.trigger)
      delivery = decideAttempt({ ...claimed(), delivery }, refused, epoch).delivery
      // Every attempt by plan has two by hand behind it.
      for (const trigger of delivery.status === "retrying" ? (["manual", "manual"] as const) : []) {
        triggers.push(trigger)
        delivery = decideAttempt({ ...claimed(), delivery: { ...delivery, trigger } }, refused, epoch).delivery
      }
    }
    assert.strictEqual(delivery.status, "failed")
    assert.deepStrictEqual(
      triggers.filter((trigger) => trigger !== "manual"),
      ["initial", "automatic", "automatic", "automatic"]
    )
    assert.lengthOf(triggers, 10)
  })

  it("begins no new plan by hand: not where it was at its end, nor of what was delivered once", () => {
    const none = { status: "failed", nextAttemptAt: null } as const
    assert.deepInclude(afterHand({ delaysSeconds: [60, 300], automaticFailures: 3 }), none)
    assert.deepInclude(afterHand({ delaysSeconds: [], automaticFailures: 1 }), none)
    const delivered = { delaysSeconds: [60, 300], deliveredAt: epoch }
    assert.deepInclude(afterHand({ ...delivered, automaticFailures: 0 }), { ...none, deliveredAt: epoch })
    // It was taken at its second attempt, and the third was left.
    assert.deepInclude(afterHand({ ...delivered, automaticFailures: 1 }), { ...none, deliveredAt: epoch })
  })
})

describe("sending again by hand", () => {
  const retry = (given: Partial<Delivery>, options: Partial<Parameters<typeof decideRetry>[1]> = {}) => {
    const delivery = deliveryOf(run, epoch, given)
    const decided = decideRetry(delivery, { force: false, hasDestination: true, at: epoch, ...options })
    return Result.isSuccess(decided) ? decided.success : decided.failure.reason
  }

  it("works for deliveries that failed or wait for a retry, and goes out at once", () => {
    for (const status of ["failed", "retrying"] as const) {
      const next = retry({ status, nextAttemptAt: null })
      assert.isObject(next)
      assert.deepInclude(next as Delivery, { status: "pending", trigger: "manual", nextAttemptAt: epoch })
    }
  })

  it("asks for force when the event was delivered already", () => {
    assert.strictEqual(retry({ status: "delivered" }), "already_delivered")
    assert.isObject(retry({ status: "delivered" }, { force: true }))
  })

  it("is refused while an attempt is due or under way, even with force", () => {
    for (const status of ["pending", "delivering"] as const) {
      assert.strictEqual(retry({ status }, { force: true }), "in_progress")
    }
  })

  it("is refused for what was cancelled and for what has nowhere to go", () => {
    assert.strictEqual(retry({ status: "cancelled" }, { force: true }), "cancelled")
    assert.strictEqual(retry({ status: "failed" }, { hasDestination: false, force: true }), "no_webhook")
  })

  it("is possible until seven days after the event, to the millisecond", () => {
    const last = retryExpiresAt(deliveryOf(run, epoch))
    assert.strictEqual(last.epochMilliseconds - epoch.epochMilliseconds, 7 * 86_400_000)
    assert.isObject(retry({ status: "failed" }, { at: last }))
    assert.strictEqual(retry({ status: "failed" }, { at: DateTime.add(last, { milliseconds: 1 }) }), "expired")
  })

  it("says expired before anything else", () => {
    const at = DateTime.add(epoch, { days: 8 })
    for (const status of ["cancelled", "pending", "delivering", "delivered", "failed"] as const) {
      assert.strictEqual(retry({ status }, { at, hasDestination: false }), "expired")
    }
  })
})
