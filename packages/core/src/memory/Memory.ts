/** A whole installation in memory: every store over one set of tables, with ids and signatures. */
import { Layer } from "effect"
import * as ChangeStore from "./ChangeStore.ts"
import * as CreditLedger from "./CreditLedger.ts"
import { Database } from "./Database.ts"
import * as DeliveryStore from "./DeliveryStore.ts"
import * as Ids from "./Ids.ts"
import * as InstanceSecretStore from "./InstanceSecretStore.ts"
import * as LimitStore from "./LimitStore.ts"
import * as MonitorStore from "./MonitorStore.ts"
import * as OrganizationStore from "./OrganizationStore.ts"
import * as RunStore from "./RunStore.ts"
import * as Signer from "./Signer.ts"

const stores = Layer.mergeAll(
  ChangeStore.layer,
  CreditLedger.layer,
  DeliveryStore.layer,
  InstanceSecretStore.layer,
  MonitorStore.layer,
  OrganizationStore.layer,
  RunStore.layer
)

/** Every port that memory can serve, with the tables for whoever wants to look into them. */
export const layer = Layer.mergeAll(
  stores.pipe(Layer.provideMerge(Database.layer)),
  Ids.layer,
  LimitStore.layer,
  Signer.layer
)
