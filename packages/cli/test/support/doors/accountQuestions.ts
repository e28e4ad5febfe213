/** What is asked of deliveries, of the log, of usage, of browser profiles, and of the operator. */
import type { Opened } from "./opened.ts"
import type { Question } from "./Question.ts"

const ofDelivery = ({ deliveryId }: Opened) => ({ delivery_id: deliveryId })
const noDelivery = () => ({ delivery_id: `whd_${"0".repeat(32)}` })
const noProfile = () => ({ profile_id: "prof_none" })
const ofOrganization = ({ organizationId }: Opened) => ({ organization_id: organizationId })

const ownProfile = async ({ kittiwake }: Opened) => ({ profile_id: (await kittiwake.web.profiles.create()).id })
const ownKey = async (opened: Opened) => ({
  ...ofOrganization(opened),
  key_id: (await opened.kittiwake.keys.create({ name: "own" })).id
})

const delivery: Pick<Question, "client" | "embedded" | "operation"> = {
  operation: "GET /v1/webhooks/deliveries/{delivery_id}",
  client: (client, { delivery_id = "" }, asked) => client.webhooks.deliveries.retrieve(delivery_id, asked),
  embedded: (kittiwake, { delivery_id = "" }, asked) => kittiwake.webhooks.get(delivery_id, asked)
}

const deliveries: typeof delivery = {
  operation: "POST /v1/webhooks/deliveries",
  client: (client, _, asked) => client.webhooks.deliveries.list(asked),
  embedded: (kittiwake, _, asked) => kittiwake.webhooks.list(asked)
}

const attempts: typeof delivery = {
  operation: "GET /v1/webhooks/deliveries/{delivery_id}/attempts",
  client: (client, { delivery_id = "" }, asked) => client.webhooks.deliveries.listAttempts(delivery_id, asked),
  embedded: (kittiwake, { delivery_id = "" }, asked) => kittiwake.webhooks.attempts(delivery_id, asked)
}

const retry: typeof delivery = {
  operation: "POST /v1/webhooks/deliveries/{delivery_id}/retry",
  client: (client, { delivery_id = "" }, asked) => client.webhooks.deliveries.retry(delivery_id, asked),
  embedded: (kittiwake, { delivery_id = "" }, asked) => kittiwake.webhooks.retry(delivery_id, asked)
}

const inbox: typeof delivery = {
  operation: "GET /v1/webhooks/inbox",
  client: (client, _, query) => client.get("/webhooks/inbox", { query }),
  embedded: (kittiwake, _, asked) => kittiwake.inbox.list(asked)
}

const inboxEvent: typeof delivery = {
  operation: "GET /v1/webhooks/inbox/{event_id}",
  client: (client, { event_id }) => client.get(`/webhooks/inbox/${event_id}`),
  embedded: (kittiwake, { event_id = "" }) => kittiwake.inbox.get(event_id)
}

/** Something that was posted to the inbox from outside. */
const arrived = async ({ kittiwake, url }: Opened) => {
  const { pathname } = new URL((await kittiwake.inbox.address()).address)
  const posted = await fetch(`${url}${pathname}`, { method: "POST", body: "hello" })
  const { id } = (await posted.json()) as { readonly id: string }
  return { event_id: id }
}

/** What no two events share. */
const arrivedNow = ["id", "received_at"]

/** The only thing there. */
const arrivedAlone = async (opened: Opened) => {
  await opened.kittiwake.inbox.clear()
  return arrived(opened)
}

/** Where the inbox is depends on who asks, and a fresh address is another each time. */
const inboxAddresses = ["address", "webhook_url"]

const logs: typeof delivery = {
  operation: "GET /v1/logs",
  client: (client, _, asked) => client.logs.list(asked),
  embedded: (kittiwake, _, asked) => kittiwake.usage.logs(asked)
}

const log: typeof delivery = {
  operation: "GET /v1/logs/{request_id}",
  client: (client, { request_id = "" }) => client.logs.retrieve(request_id),
  embedded: async (kittiwake, { request_id = "" }) => ({ data: await kittiwake.usage.log(request_id) })
}

const history: typeof delivery = {
  operation: "GET /v1/org/usage/history",
  client: (client, _, query) => client.get("/org/usage/history", { query }),
  embedded: (kittiwake, _, asked) => kittiwake.usage.history(asked)
}

const profiles: typeof delivery = {
  operation: "GET /v1/org/browser/profiles",
  client: (client, _, query) => client.get("/org/browser/profiles", { query }),
  embedded: (kittiwake, _, asked) => kittiwake.web.profiles.list(asked)
}

const profile: typeof delivery = {
  operation: "POST /v1/org/browser/profiles",
  client: (client, _, body) => client.post("/org/browser/profiles", { body }),
  embedded: (kittiwake, _, asked) => kittiwake.web.profiles.create(asked)
}

const renewedProfile: typeof delivery = {
  operation: "PUT /v1/org/browser/profiles/{profile_id}/session",
  client: (client, { profile_id }, body) => client.put(`/org/browser/profiles/${profile_id}/session`, { body }),
  embedded: (kittiwake, { profile_id = "" }, asked) => kittiwake.web.profiles.renew(profile_id, asked)
}

const noProfileAnyMore: typeof delivery = {
  operation: "DELETE /v1/org/browser/profiles/{profile_id}",
  client: (client, { profile_id }) => client.delete(`/org/browser/profiles/${profile_id}`),
  embedded: (kittiwake, { profile_id = "" }) => kittiwake.web.profiles.remove(profile_id)
}

const madeProfile = ["id", "created_at"]

export const accountQuestions: ReadonlyArray<Question> = [
  { name: "deliveries of a run", ...deliveries, asked: ({ runId }) => ({ type: "monitor", run_id: runId, limit: 1 }) },
  {
    name: "deliveries in a state that none has",
    ...deliveries,
    asked: () => ({ type: "monitor", status: "lost" }),
    refused: "INPUT_VALIDATION_ERROR"
  },
  { name: "a delivery", ...delivery, about: ofDelivery },
  { name: "a delivery with its body", ...delivery, about: ofDelivery, asked: () => ({ include_body: true }) },
  { name: "no delivery", ...delivery, about: noDelivery, refused: "NOT_FOUND" },
  { name: "attempts of a delivery", ...attempts, about: ofDelivery },
  { name: "attempts of no delivery", ...attempts, about: noDelivery, refused: "NOT_FOUND" },
  {
    name: "a delivery once more that has arrived",
    ...retry,
    about: ofDelivery,
    refused: "DELIVERY_ALREADY_DELIVERED"
  },
  {
    name: "a delivery once more all the same",
    ...retry,
    about: async (opened) => {
      await opened.kittiwake.runDue()
      return ofDelivery(opened)
    },
    asked: () => ({ force: true })
  },
  {
    name: "what arrived in the inbox",
    ...inbox,
    about: arrivedAlone,
    asked: () => ({ limit: 1 }),
    differs: [...inboxAddresses, ...arrivedNow]
  },
  { name: "no page of the inbox", ...inbox, asked: () => ({ limit: 0 }), refused: "INPUT_VALIDATION_ERROR" },
  { name: "an event of the inbox", ...inboxEvent, about: arrived, differs: arrivedNow },
  {
    name: "no event of the inbox",
    ...inboxEvent,
    about: () => ({ event_id: `inb_${"0".repeat(32)}` }),
    refused: "NOT_FOUND"
  },
  {
    name: "a new address of the inbox",
    operation: "POST /v1/webhooks/inbox/rotate",
    client: (client) => client.post("/webhooks/inbox/rotate"),
    embedded: (kittiwake) => kittiwake.inbox.rotate(),
    differs: inboxAddresses
  },
  {
    name: "an empty inbox",
    operation: "DELETE /v1/webhooks/inbox",
    about: arrivedAlone,
    client: (client) => client.delete("/webhooks/inbox"),
    embedded: (kittiwake) => kittiwake.inbox.clear()
  },
  {
    name: "logged calls",
    ...logs,
    asked: ({ since, until }) => ({ path: "/monitors", status_code: 201, search: "Door", from: since, to: until })
  },
  {
    name: "what was called, without what screens asked",
    ...logs,
    asked: ({ since, until }) => ({ path: "/monitors", status_code: 201, dashboard: false, from: since, to: until })
  },
  { name: "no page of logged calls", ...logs, asked: () => ({ page: 0 }), refused: "INPUT_VALIDATION_ERROR" },
  { name: "a logged call", ...log, about: ({ requestId }) => ({ request_id: requestId }) },
  { name: "no logged call", ...log, about: () => ({ request_id: "none" }), refused: "NOT_FOUND" },
  {
    name: "credits left",
    operation: "GET /v1/org/usage",
    client: (client) => client.get("/org/usage"),
    embedded: (kittiwake) => kittiwake.usage.credits()
  },
  {
    name: "usage by hour and path",
    ...history,
    asked: ({ since, until }) => ({ from: since, to: until, interval: "hour", group_by: "path" }),
    // Who asks over HTTP is counted as well, beginning with this.
    about: async ({ client }) => {
      await client.get("/org/usage/history")
      return {}
    },
    differs: ["request_count", "total_request_count"]
  },
  {
    name: "usage by the century",
    ...history,
    asked: () => ({ interval: "century" }),
    refused: "INPUT_VALIDATION_ERROR"
  },
  { name: "browser profiles", ...profiles, asked: () => ({ limit: 5 }) },
  { name: "no browser profiles", ...profiles, asked: () => ({ limit: 0 }), refused: "INPUT_VALIDATION_ERROR" },
  { name: "a browser profile", ...profile, asked: () => ({ description: "The shop" }), differs: madeProfile },
  {
    name: "a browser profile with a session that is none",
    ...profile,
    asked: () => ({ session: { cookies: 1 } }),
    refused: "PROFILE_INVALID_SESSION"
  },
  {
    name: "a browser profile with a new session",
    ...renewedProfile,
    about: ownProfile,
    asked: () => ({ session: { cookies: [], origins: [] } }),
    differs: madeProfile
  },
  {
    name: "a browser profile with no new session",
    ...renewedProfile,
    about: ownProfile,
    asked: () => ({}),
    refused: "INPUT_VALIDATION_ERROR"
  },
  {
    name: "nobody's browser profile with a new session",
    ...renewedProfile,
    about: noProfile,
    asked: () => ({ session: { cookies: [], origins: [] } }),
    refused: "PROFILE_NOT_FOUND"
  },
  { name: "no browser profile any more", ...noProfileAnyMore, about: ownProfile, differs: madeProfile },
  { name: "no browser profile that never was", ...noProfileAnyMore, about: noProfile, refused: "PROFILE_NOT_FOUND" }
]

const keys: typeof delivery = {
  operation: "POST /admin/organizations/{organization_id}/keys",
  client: null,
  embedded: (kittiwake, _, asked) => kittiwake.keys.create(asked)
}

const noKeyAnyMore: typeof delivery = {
  operation: "DELETE /admin/organizations/{organization_id}/keys/{key_id}",
  client: null,
  embedded: (kittiwake, { key_id = "" }) => kittiwake.keys.revoke(key_id)
}

const madeKey = ["id", "last4", "secret", "created_at", "revoked_at"]

/** The public client knows no operator. */
export const operatorQuestions: ReadonlyArray<Question> = [
  ...[
    { asked: { message: "It works.", rating: "positive", tags: ["docs"], request_id: "a call" } },
    { asked: { message: "" }, refused: "INPUT_VALIDATION_ERROR" },
    { asked: { message: "It works.", rating: "so-so" }, refused: "INPUT_VALIDATION_ERROR" }
  ].map(
    ({ asked, ...expected }): Question => ({
      name: `feedback ${JSON.stringify(asked)}`,
      operation: "POST /v1/feedback",
      asked: () => asked,
      client: null,
      embedded: (kittiwake, _, given) => kittiwake.feedback.say(given),
      onTheWire: () => ({}),
      ...expected
    })
  ),
  {
    name: "keys",
    operation: "GET /admin/organizations/{organization_id}/keys",
    about: ofOrganization,
    client: null,
    embedded: async (kittiwake) => ({ data: await kittiwake.keys.list() })
  },
  {
    name: "a key for the log",
    ...keys,
    about: ofOrganization,
    asked: () => ({ name: "log", scopes: ["logs:read"] }),
    differs: madeKey
  },
  {
    name: "a key for what nobody may do",
    ...keys,
    about: ofOrganization,
    asked: () => ({ name: "log", scopes: ["logs:burn"] }),
    refused: "INPUT_VALIDATION_ERROR"
  },
  { name: "no key any more", ...noKeyAnyMore, about: ownKey, differs: madeKey },
  {
    name: "no key that never was",
    ...noKeyAnyMore,
    about: (opened) => ({ ...ofOrganization(opened), key_id: "key_none" }),
    refused: "NOT_FOUND"
  }
]
