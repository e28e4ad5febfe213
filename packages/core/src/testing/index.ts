/**
 * For tests: a whole installation in memory on a clock that you move, with any test runner. What every adapter passes is in
 * `@kittiwake/core/testing/suites`.
 */
export { Inbox, type InboxAnswer, type InboxEvent, type InboxRequest } from "./Inbox.ts"
export { isSigned } from "./isSigned.ts"
export { flicker, type PageContent, type PageScript } from "./PageScript.ts"
export * as PlainPageReader from "./PlainPageReader.ts"
export * as PlainReaders from "./PlainReaders.ts"
export { ScriptedWeb, type WebLook } from "./ScriptedWeb.ts"
export { TestInstallation, type TestInstallationOptions } from "./TestInstallation.ts"
export { TestKit } from "./TestKit.ts"
export { hourly, type WatchedPage, watched, webhookTo } from "./WatchedPage.ts"
