import { createHmac } from "node:crypto"
import { assert, describe, it } from "@effect/vitest"
import fc from "fast-check"
import { Webhook, WebhookVerificationError } from "standardwebhooks"
import { type Signing, serviceSigning, signedHeaders, standardSigning } from "../../src/webhooks/domain/Signature.ts"

const mac = ({ key, message }: Signing) => createHmac("sha256", key).update(message, "utf8").digest()

const headersOf = (secret: string, eventId: string, seconds: number, body: string) =>
  signedHeaders({
    prefix: "X-Service",
    event: "change.detected",
    eventId,
    seconds,
    serviceMac: mac(serviceSigning(secret, seconds, body)),
    standardMac: mac(standardSigning(secret, eventId, seconds, body))
  })

const vectors = [
  {
    secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
    id: "msg_p5jXN8AQM9LWM0D4loKWxJek",
    seconds: 1614265330,
    body: '{"test": 2432232314}',
    signature: "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="
  },
  {
    secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
    id: "msg_p5jXN8AQM9LWM0D4loKWxJek",
    seconds: 1614265330,
    body: "",
    signature: "v1,v48jdbgvh29KJz2Qc+ghw8G6vG3nAKnujWBg8oM/62A="
  },
  {
    secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
    id: "msg_p5jXN8AQM9LWM0D4loKWxJek",
    seconds: 1614265330,
    body: '{"t":"é😀\u2028"}',
    signature: "v1,woDBWurqdkVHFqZeiKyV8aEhrDcyj3Zxt56CPyTIO8M="
  },
  {
    secret: "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD",
    id: "msg_27UH4WbU6Z5A5EzD8u03UvzRbpk",
    seconds: 1649367553,
    body: '{"email":"test@example.com","username":"test_user"}',
    signature: "v1,tZ1I4/hDygAJgO5TYxiSd6Sd0kDW6hPenDe+bTa3Kkw="
  }
]

const ownSecret = `whsec_${"0123456789abcdef".repeat(4)}`

describe("the signature of an event", () => {
  it.each(vectors)(
    "is the one that Standard Webhooks publishes for $body",
    ({ secret, id, seconds, body, signature }) => {
      assert.strictEqual(headersOf(secret, id, seconds, body)["webhook-signature"], signature)
    }
  )

  it("has the contract's own form beside it: time and hex, under the whole secret string", () => {
    const body = '{"event":"change.detected","note":"é😀\u2028"}\n'
    const headers = headersOf(ownSecret, "evt_1", 1_700_000_000, body)
    const hex = createHmac("sha256", Buffer.from(ownSecret, "utf8")).update(`1700000000.${body}`, "utf8").digest("hex")
    assert.strictEqual(headers["x-service-signature"], `t=1700000000,v1=${hex}`)
    assert.strictEqual(headers["x-service-event"], "change.detected")
    assert.strictEqual(headers["x-service-id"], "evt_1")
    assert.strictEqual(headers["webhook-id"], "evt_1")
    assert.strictEqual(headers["webhook-timestamp"], "1700000000")
  })

  it("is verified by the library that receivers install, whatever the body", () => {
    const receiver = new Webhook(ownSecret)
    const seconds = Math.floor(Date.now() / 1_000)
    fc.assert(
      fc.property(fc.json(), fc.stringMatching(/^evt_[0-9a-f]{32}$/), (body, id) => {
        assert.deepStrictEqual(receiver.verify(body, headersOf(ownSecret, id, seconds, body)), JSON.parse(body))
      })
    )
  })

  it("is refused by that library after any change to body, id, time or secret", () => {
    const seconds = Math.floor(Date.now() / 1_000)
    const body = '{"a":1}'
    const headers = headersOf(ownSecret, "evt_1", seconds, body)
    const refused = (secret: string, text: string, changed: Readonly<Record<string, string>>) =>
      assert.throws(() => new Webhook(secret).verify(text, { ...headers, ...changed }), WebhookVerificationError)
    refused(ownSecret, '{"a": 1}', {})
    refused(ownSecret, body, { "webhook-id": "evt_2" })
    refused(ownSecret, body, { "webhook-timestamp": String(seconds + 1) })
    refused(`whsec_${"f".repeat(64)}`, body, {})
    const old = headersOf(ownSecret, "evt_1", seconds - 301, body)
    assert.throws(() => new Webhook(ownSecret).verify(body, old), WebhookVerificationError)
  })
})
