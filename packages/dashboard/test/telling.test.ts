import { assert, describe, it } from "@effect/vitest"
import { defaultRetryPlan } from "@kittiwake/core/webhooks/domain/Subscription"
import { chatPlatform } from "../../core/src/webhooks/domain/Chat.ts"
import { chatOf, waitOf } from "../app/screens/monitors/telling.ts"

describe("where a monitor tells", () => {
  it.each([
    "https://hooks.slack.com/services/T0/B0/x",
    "https://hooks.slack-gov.com/services/T0/B0/x",
    "https://discord.com/api/webhooks/1/x",
    "https://ptb.discord.com/api/webhooks/1/x",
    "https://discordapp.com/api/webhooks/1/x",
    "https://acme.webhook.office.com/webhookb2/x",
    "https://outlook.office.com/webhook/x",
    "https://prod-1.westeurope.logic.azure.com/workflows/x",
    "https://a.b.environment.api.powerplatform.com/powerautomate/x",
    "https://hooks.example.com/x",
    "https://hooks.slack.com.example.com/x",
    "https://notslack.com/x",
    "https://discord.com.example.com/api/webhooks/1/x",
    "https://example.com/hooks.slack.com",
    "no address"
  ])("takes messages of a chat where the sender writes them: %s", (url) => {
    const found = chatOf(url)
    assert.strictEqual(found?.takes === true ? found.chat : null, chatPlatform(url))
  })

  it.each([
    ["https://acme.slack.com/archives/C0", "slack"],
    ["https://app.slack.com/client/T0/C0", "slack"],
    ["https://discord.com/channels/1/2", "discord"],
    ["https://discord.gg/abc", "discord"],
    ["https://teams.microsoft.com/l/channel/x", "teams"]
  ])("knows what only leads to one: %s", (url, chat) => {
    assert.deepStrictEqual(chatOf(url), { chat: chat as "slack", takes: false })
    assert.isNull(chatPlatform(url))
  })

  it("tells waits in the largest unit that they are a whole number of, and a day in hours", () => {
    assert.deepStrictEqual(
      [...defaultRetryPlan.delaysSeconds, 30, 90, 172_800].map((seconds) => {
        const { count, unit } = waitOf(seconds)
        return `${count} ${unit}`
      }),
      ["1 minute", "5 minute", "30 minute", "2 hour", "8 hour", "24 hour", "30 second", "90 second", "2 day"]
    )
  })
})
