/** The adapters that open connections to the outside, all behind one policy; `adapters.ts` loads them when they are needed. */
import type { AllowItem } from "@kittiwake/core/web/domain/EgressPolicy"
import * as Egress from "@kittiwake/fetch/Egress"
import * as EgressResolver from "@kittiwake/fetch/EgressResolver"
import * as EgressRules from "@kittiwake/fetch/EgressRules"
import * as HttpFetcher from "@kittiwake/fetch/HttpFetcher"
import * as ServiceCaller from "@kittiwake/fetch/ServiceCaller"
import * as TextRecords from "@kittiwake/fetch/TextRecords"
import * as WebhookSender from "@kittiwake/fetch/WebhookSender"
import { Layer } from "effect"

/** Fetching pages, sending webhooks and telling addresses that may be reached; private ones must be allowed. */
export const layer = (allow: ReadonlyArray<AllowItem>) =>
  Layer.mergeAll(
    HttpFetcher.layer(),
    ServiceCaller.layer,
    WebhookSender.layer(),
    EgressResolver.layer,
    EgressRules.layer,
    TextRecords.layer
  ).pipe(Layer.provide(Egress.layer({ policy: { allow, own: [], nat64: false } })))
