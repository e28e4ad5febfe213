/** Chooses the adapter of every port by what was configured. */
import type { BillingLedger } from "@kittiwake/core/credits/BillingLedger"
import type { CreditLedger } from "@kittiwake/core/credits/CreditLedger"
import * as LimitStore from "@kittiwake/core/memory/LimitStore"
import * as Memory from "@kittiwake/core/memory/Memory"
import * as Wakeups from "@kittiwake/core/memory/Wakeups"
import type { ChangeStore } from "@kittiwake/core/monitors/ChangeStore"
import type { MonitorStore } from "@kittiwake/core/monitors/MonitorStore"
import type { RunStore } from "@kittiwake/core/monitors/RunStore"
import type { ApiKeyStore } from "@kittiwake/core/organizations/ApiKeyStore"
import type { OrganizationStore } from "@kittiwake/core/organizations/OrganizationStore"
import type { Ids as IdsPort } from "@kittiwake/core/security/Ids"
import type { InstanceSecretStore } from "@kittiwake/core/security/InstanceSecretStore"
import type { Signer as SignerPort } from "@kittiwake/core/security/Signer"
import type { UsageStore } from "@kittiwake/core/usage/UsageStore"
import type { AllowItem } from "@kittiwake/core/web/domain/EgressPolicy"
import type { DeliveryStore } from "@kittiwake/core/webhooks/DeliveryStore"
import * as Ids from "@kittiwake/crypto/Ids"
import * as Signer from "@kittiwake/crypto/Signer"
import * as Egress from "@kittiwake/fetch/Egress"
import * as HttpFetcher from "@kittiwake/fetch/HttpFetcher"
import * as WebhookSender from "@kittiwake/fetch/WebhookSender"
import * as PageReader from "@kittiwake/html/PageReader"
import * as Embedded from "@kittiwake/postgres/embedded"
import * as Postgres from "@kittiwake/postgres/postgres"
import { Effect, Layer, type Redacted } from "effect"
import { type StorageUnusable, storageUnusable } from "./StorageUnusable.ts"

/** Where everything is kept. */
export type Storage =
  | { readonly _tag: "Embedded"; readonly dataDirectory: string }
  | { readonly _tag: "Postgres"; readonly url: Redacted.Redacted }
  /** Gone when the process ends. */
  | { readonly _tag: "Memory" }

/** What the choice depends on. */
export interface AdapterOptions {
  readonly storage: Storage
  readonly egressAllow: ReadonlyArray<AllowItem>
  /** Told once when the embedded database can no longer be used; without it, that is logged. */
  readonly onPoisoned?: (reason: string) => Effect.Effect<void>
}

/** Every store. */
export type Stores =
  | ApiKeyStore
  | BillingLedger
  | ChangeStore
  | CreditLedger
  | DeliveryStore
  | InstanceSecretStore
  | MonitorStore
  | OrganizationStore
  | RunStore
  | UsageStore

const stores = ({ onPoisoned, storage }: Pick<AdapterOptions, "storage" | "onPoisoned">) => {
  switch (storage._tag) {
    case "Embedded":
      return Embedded.layer({
        dataDirectory: storage.dataDirectory,
        ...(onPoisoned === undefined ? {} : { onPoisoned })
      })
    case "Postgres":
      return Postgres.layer({ url: storage.url })
    case "Memory":
      return Memory.layer
  }
}

/** The stores of one storage, its tables brought up to date, with ids and signatures. */
export const layerStorage = (
  options: Pick<AdapterOptions, "storage" | "onPoisoned">
): Layer.Layer<Stores | IdsPort | SignerPort, StorageUnusable> => {
  const chosen: Layer.Layer<Stores, unknown> = stores(options)
  const opened = chosen.pipe(Layer.catch((cause) => Layer.effectContext(Effect.fail(storageUnusable(cause)))))
  // Last, because the ids of the storage in memory can be guessed.
  return Layer.mergeAll(opened, Ids.layer, Signer.layer)
}

/** The doors to the outside, all behind one policy. */
const layerOutside = (allow: ReadonlyArray<AllowItem>) =>
  Layer.mergeAll(HttpFetcher.layer(), WebhookSender.layer()).pipe(
    Layer.provide(Egress.layer({ policy: { allow, own: [], nat64: false } }))
  )

/** Every port. Request counters and wake-ups are kept in the process. */
export const layer = (options: AdapterOptions) =>
  Layer.mergeAll(
    layerStorage(options),
    layerOutside(options.egressAllow),
    LimitStore.layer,
    PageReader.layer,
    Wakeups.layer
  )
