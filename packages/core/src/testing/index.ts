/**
 * For tests: a whole installation in memory on a clock that you move, and the suites that every adapter passes.
 *
 * **Gotchas**
 *
 * The suites are written for Vitest, which this entry therefore needs. With another test runner, import what you use by
 * its own path, for example `@kittiwake/core/testing/TestKit`.
 */
export * as apiKeyStoreSuite from "./apiKeyStoreSuite.ts"
export * as billingLedgerSuite from "./billingLedgerSuite.ts"
export * as changeStoreSuite from "./changeStoreSuite.ts"
export * as creditLedgerSuite from "./creditLedgerSuite.ts"
export * as deliveryStoreSuite from "./deliveryStoreSuite.ts"
export * as httpFetcherSuite from "./httpFetcherSuite.ts"
export { Inbox, type InboxAnswer, type InboxEvent, type InboxRequest } from "./Inbox.ts"
export * as idsSuite from "./idsSuite.ts"
export * as instanceSecretStoreSuite from "./instanceSecretStoreSuite.ts"
export { isSigned } from "./isSigned.ts"
export * as limitStoreSuite from "./limitStoreSuite.ts"
export * as monitorStoreSuite from "./monitorStoreSuite.ts"
export * as organizationStoreSuite from "./organizationStoreSuite.ts"
export { flicker, type PageContent, type PageScript } from "./PageScript.ts"
export * as PlainPageReader from "./PlainPageReader.ts"
export * as pageReaderSuite from "./pageReaderSuite.ts"
export * as runStoreSuite from "./runStoreSuite.ts"
export { ScriptedWeb, type WebLook } from "./ScriptedWeb.ts"
export * as signerSuite from "./signerSuite.ts"
export { TestInstallation, type TestInstallationOptions } from "./TestInstallation.ts"
export { TestKit } from "./TestKit.ts"
export * as usageStoreSuite from "./usageStoreSuite.ts"
export { hourly, type WatchedPage, watched, webhookTo } from "./WatchedPage.ts"
export * as wakeupsSuite from "./wakeupsSuite.ts"
export * as webhookSenderSuite from "./webhookSenderSuite.ts"
