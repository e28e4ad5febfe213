/** Subscriptions between rows and the domain. */
import type { OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import type { Subscription, WebhookFailure } from "@kittiwake/core/webhooks/domain/Subscription"
import { storableJson, storableText } from "@kittiwake/storage/storable"
import { DateTime } from "effect"
import type { MonitorRow } from "./writes/monitorColumns.ts"
import type { SubscriptionRow } from "./writes/subscriptions.ts"

const toFailure = (json: string): WebhookFailure => {
  const failure: Omit<WebhookFailure, "lastFailedAt"> & { readonly lastFailedAt: string } = JSON.parse(json)
  return { ...failure, lastFailedAt: DateTime.makeUnsafe(failure.lastFailedAt) }
}

/** A row with a subscription, or without one. */
type SubscribedRow = Pick<
  MonitorRow,
  "id" | "organizationId" | "subscriptionUrl" | "events" | "retry" | "secret" | "failure"
>

/** The subscription in a row of `monitorColumns` or `batchColumns`. */
export const toSubscription = (row: SubscribedRow): Subscription | null =>
  row.subscriptionUrl === null
    ? null
    : {
        id: row.id,
        organizationId: row.organizationId as OrganizationId,
        url: row.subscriptionUrl,
        events: JSON.parse(row.events),
        retry: row.retry === null ? null : JSON.parse(row.retry),
        secret: row.secret,
        failure: row.failure === null ? null : toFailure(row.failure)
      }

/** A subscription as the writer's thread takes it: the moment within its failure writes itself. */
export const subscriptionRow = (subscription: Subscription): SubscriptionRow => ({
  id: subscription.id,
  organizationId: subscription.organizationId,
  url: storableText(subscription.url),
  events: storableJson(subscription.events),
  retry: subscription.retry === null ? null : storableJson(subscription.retry),
  secret: subscription.secret,
  failure: subscription.failure === null ? null : storableJson(subscription.failure)
})
