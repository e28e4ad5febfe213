/** Mistakes in what bounds pages that are shown in a browser. */
import { browser, fetch, type Mutant } from "./Mutant.ts"

export const mutantsOfBrowsers: ReadonlyArray<Mutant> = [
  browser(
    "browser: what a page writes to its console is read",
    "src/devtools/judgeMessage.ts",
    '  "Runtime.consoleAPICalled",\n',
    "",
    "test/makeMessageReader.test.ts"
  ),
  browser(
    "browser: a form that is too large to be read is held up for ever",
    "src/devtools/judgeMessage.ts",
    '"Fetch.authRequired", "Fetch.requestPaused", "Target.attachedToTarget"',
    '"Fetch.authRequired", "Target.attachedToTarget"',
    "test/makeMessageReader.test.ts"
  ),
  browser(
    "browser: what is held up and says later what it is may be missed",
    "src/devtools/judgeMessage.ts",
    'id === undefined ? { _tag: "Unknown" }',
    'id === undefined ? { _tag: "Event", method }',
    "test/makeMessageReader.test.ts"
  ),
  browser(
    "browser: a worker with a long name is kept, and never begins",
    "src/devtools/judgeMessage.ts",
    'type: "other", title',
    'type: "worker", title',
    "test/makeMessageReader.test.ts"
  ),
  browser(
    "browser: messages are joined however large they are",
    "src/devtools/makeMessageReader.ts",
    "bytes <= mostBytes(kind)",
    "(mostBytes(kind) > 0 || bytes === 0)",
    "test/makeMessageReader.test.ts"
  ),
  browser(
    "browser: a pipe is read however much waits",
    "src/devtools/inTurns.ts",
    "    source.pause()\n",
    "",
    "test/inTurns.test.ts"
  ),
  browser(
    "browser: the beginning of a message that came before the guard is lost",
    "src/devtools/guardBrowser.ts",
    "  for (const part of begun) if (Buffer.isBuffer(part)) read(part)\n",
    "",
    "test/guardBrowser.test.ts"
  ),
  browser(
    "browser: scripts of pages are listened to",
    "src/devtools/quietRequests.ts",
    '    case "Runtime.enable":\n',
    "",
    "test/quietRequests.test.ts"
  ),
  browser(
    "browser: a listener that throws ends the process",
    "src/safely.ts",
    "    } catch {\n      fail(told)\n    }",
    "    } catch (cause) {\n      throw cause\n    }",
    "test/safely.test.ts"
  ),
  browser(
    "browser: a listener whose promise rejects ends the process",
    "src/safely.ts",
    "if (done instanceof Promise) done.catch(() => fail(told))",
    "if (done instanceof Promise) done.then(() => fail(told))",
    "test/safely.test.ts"
  ),
  browser(
    "browser: listeners of playwright are not guarded",
    "src/devtools/guardListeners.ts",
    "  return Reflect.set(owner, name, quiet)",
    "  return true",
    "test/guardBrowser.test.ts"
  ),
  browser(
    "browser: a server that speaks another protocol leaves a page without an answer",
    "src/proxy/forward.ts",
    "    if (!isLeft && !response.headersSent) refuseWith",
    "    if (isLeft) refuseWith",
    "test/EgressProxy.test.ts"
  ),
  browser(
    "browser: a server is blamed for a request that was left",
    "src/proxy/forward.ts",
    "if (isLeft) return\n",
    "if (!isLeft) void isLeft\n",
    "test/EgressProxy.test.ts"
  ),
  browser(
    "browser: one cookie that is refused leaves out all",
    "src/render/putCookies.ts",
    "if (some.length > 1) waiting.push",
    "if (some.length > 1_000) waiting.push",
    "test/putCookies.test.ts"
  ),
  browser(
    "browser: a browser is asked for cookies without end",
    "src/render/putCookies.ts",
    "tries < maxTries",
    "tries < maxTries * 100",
    "test/putCookies.test.ts"
  ),
  browser(
    "browser: a page names as many windows as it likes",
    "src/devtools/PageSpending.ts",
    "if (before + bytes > mostBytes) return false",
    "if (bytes > mostBytes) return false",
    "test/makeMessageReader.test.ts"
  ),
  browser(
    "browser: each window has a part of its own",
    "src/devtools/PageSpending.ts",
    "contexts.get(session) ?? session",
    "session",
    "test/makeMessageReader.test.ts"
  ),
  browser(
    "browser: a picture is cut at the end of each piece",
    "src/devtools/makePicture.ts",
    "letters.length - (letters.length % 4)",
    "letters.length",
    "test/makeMessageReader.test.ts"
  ),
  browser(
    "browser: a picture may be as large as any answer",
    "src/devtools/makeMessageReader.ts",
    "lettersOf(limits.pictureBytes)",
    "limits.answerBytes",
    "test/makeMessageReader.test.ts"
  ),
  browser(
    "browser: a page may take all memory",
    "src/judgeSizes.ts",
    "bytes > limits.maxRendererBytes",
    "bytes > limits.maxRendererBytes * 100",
    "test/BrowserPool.test.ts"
  ),
  browser(
    "browser: its program counts as memory of each process",
    "src/processes.ts",
    'bytes: own + (bytesIn(status, "RssShmem") ?? 0)',
    'bytes: bytesIn(status, "VmRSS") ?? 0',
    "test/BrowserPool.test.ts"
  ),
  browser(
    "browser: what a page draws into is nobody's memory",
    "src/processes.ts",
    'own + (bytesIn(status, "RssShmem") ?? 0)',
    "own",
    "test/BrowserPool.test.ts"
  ),
  browser(
    "browser: its program takes no memory",
    "src/judgeSizes.ts",
    "sumOf(sizes) + sharedOf(sizes)",
    "sumOf(sizes)",
    "test/BrowserPool.test.ts"
  ),
  browser(
    "browser: a page is refused what it asks for by a long address",
    "src/proxy/forward.ts",
    "if (hasLongHost(address)) return null",
    "if (address.length > 8_192) return null",
    "test/EgressProxy.test.ts"
  ),
  browser(
    "browser: a page that asks before it is left keeps what others stored from being read",
    "src/render/PageWatch.ts",
    "isRead() ? dialog.accept()",
    "!isRead() ? dialog.accept()",
    "test/PageWatch.test.ts"
  ),
  browser(
    "browser: a page may tell its server that it is left while what others stored is read",
    "src/render/readSession.ts",
    "        silence()\n",
    "",
    "test/readSession.test.ts"
  ),
  browser(
    "browser: memory is not looked at while a page is shown",
    "src/BrowserPool.ts",
    '    if (verdict._tag === "EndRenderers") yield* endRenderers(one, verdict.pids)\n',
    "",
    "test/BrowserPool.test.ts"
  ),
  browser(
    "browser: a page is blamed for the end of its browser",
    "src/Browser.ts",
    "isEnded ? new BrowserEnded() : failure",
    "isEnded ? failure : failure",
    "test/processes.test.ts"
  ),
  browser(
    "browser: a page that computes goes before those that have just begun",
    "src/judgeClaims.ts",
    "times < 2 ? []",
    "times < 2_000 ? []",
    "test/BrowserPool.test.ts"
  ),
  browser(
    "browser: workers of a page count for nothing at the processor",
    "src/judgeClaims.ts",
    "usualMillis) * crowd",
    "usualMillis)",
    "test/BrowserPool.test.ts"
  ),
  browser(
    "browser: a page gives way where no other is shown",
    "src/BrowserPool.ts",
    "users, 0) > 1",
    "users, 0) > 0",
    "test/BrowserPool.test.ts"
  ),
  browser(
    "browser: a page starts as many workers as it likes",
    "src/BrowserPool.ts",
    "threads > limits.maxRendererThreads",
    "threads > limits.maxRendererThreads * 100",
    "test/BrowserPool.test.ts"
  ),
  browser(
    "browser: what starts processes of pages claims as much as the server",
    "src/processes.ts",
    "if (isRenderer || isZygote)",
    "if (isRenderer)",
    "test/processes.test.ts"
  ),
  browser(
    "browser: what draws goes on while pictures wait for it",
    "src/awaitedPictures.ts",
    "heldUp.length > 0 && endings < maxEndings",
    "heldUp.length > 1_000 && endings < maxEndings",
    "test/BrowserPool.test.ts"
  ),
  browser(
    "browser: a page that has drawn is shown as what is left of it",
    "src/awaitedPictures.ts",
    "endings > 0 && !acting.hasBegun",
    "endings > 1_000 && !acting.hasBegun",
    "test/BrowserPool.test.ts"
  ),
  browser(
    "browser: a page that acted is refused its picture for what others draw",
    "src/awaitedPictures.ts",
    "if (!acting.hasBegun) Deferred",
    "if (!acting.hasBegun || endings > 0) Deferred",
    "test/BrowserPool.test.ts"
  ),
  browser(
    "browser: a page that is alone draws without end",
    "src/awaitedPictures.ts",
    "drawn >= drawnAloneMillis",
    "drawn >= drawnAloneMillis * 100",
    "test/BrowserPool.test.ts"
  ),
  browser(
    "browser: a page that is alone draws for as long as it goes behind others",
    "src/awaitedPictures.ts",
    " || (waited >= waitedAloneMillis && drawn >= drawnMillis)",
    "",
    "test/BrowserPool.test.ts"
  ),
  browser(
    "browser: a page that is alone is refused for a frame",
    "src/awaitedPictures.ts",
    "return !wait.isFrame && (",
    "return (",
    "test/BrowserPool.test.ts"
  ),
  browser(
    "browser: what is drawn for a page that has left is drawn on",
    "src/BrowserPool.ts",
    "< drawnForNobodyMillis) return",
    "< drawnForNobodyMillis * 100) return",
    "test/BrowserPool.test.ts"
  ),
  browser(
    "browser: a page of an organization that draws much is shown beside others",
    "src/BrowserPool.ts",
    "sitDown(isAlone || isDear(owner), owner)",
    "sitDown(isAlone, owner)",
    "test/BrowserPool.test.ts"
  ),
  browser(
    "browser: an organization that draws much has as many places as others",
    "src/BrowserTurns.ts",
    " && (held === 0 || !isDear(owner) || !hasOthers(owner))",
    "",
    "test/BrowserPool.test.ts"
  ),
  browser(
    "browser: an organization that draws much keeps its second place",
    "src/BrowserTurns.ts",
    "return placesOf(one) > 1 && isDear(one.owner) ? Duration.zero : maxHeld",
    "return maxHeld",
    "test/BrowserTurns.test.ts"
  ),
  browser(
    "browser: an organization that drew much once does so for good",
    "src/BrowserPool.ts",
    "if (now >= until) dear.delete(owner)",
    "if (now < 0) dear.delete(owner)",
    "test/BrowserPool.test.ts"
  ),
  browser(
    "browser: time that was lost to others counts as had",
    "src/BrowserPool.ts",
    "isAlone ? beginAnew : Effect.void",
    "Effect.void",
    "test/BrowserPool.test.ts"
  ),
  browser(
    "browser: a document without a charset is in what a browser makes of it",
    "src/render/tellCharset.ts",
    "leavesCharsetOpen(type) ? type : null",
    "leavesCharsetOpen(type) ? null : null",
    "test/charsets.test.ts"
  ),
  fetch(
    "browser: a document is not in the charset that its markup says",
    "src/undeclaredCharset.ts",
    "return declared(bytes, type) === undeclared ? `",
    "return bytes.length > 0 ? `",
    "packages/adapters/playwright/test/charsets.test.ts"
  ),
  browser(
    "browser: a document that stalls before its charset is known counts as whole",
    "src/render/renderPage.ts",
    'given === "part" && request.acceptsPart',
    'given === "part" && !request.acceptsPart',
    "test/charsets.test.ts"
  ),
  browser(
    "browser: what keeps a page from a connection that was closed is told as its failure",
    "src/proxy/forward.ts",
    "if (anew !== null && isStale())",
    "if (anew !== null && informational < 0)",
    "test/EgressProxy.test.ts"
  ),
  browser(
    "browser: what was answered in part is asked for again",
    "src/proxy/forward.ts",
    "upstream.reusedSocket && upstream.socket?.bytesRead === bytesBefore",
    "upstream.reusedSocket && bytesBefore >= 0",
    "test/EgressProxy.test.ts"
  ),
  browser(
    "browser: a form is sent twice",
    "src/proxy/forward.ts",
    "mayBeAskedTwice(request) ? anew : null",
    "anew",
    "test/EgressProxy.test.ts"
  ),
  browser(
    "browser: content that never comes is waited for beyond the time of a call",
    "src/render/awaitContent.ts",
    "Math.min(worthMillis(content), mostMillis)",
    "worthMillis(content)",
    "test/awaitContent.test.ts"
  ),
  browser(
    "browser: each document of a page is waited for anew",
    "src/render/settle.ts",
    "rest -= (yield* passedMillis) - began",
    "rest -= 0 * began",
    "test/awaitContent.test.ts"
  ),
  browser(
    "browser: a page that says that it loads is read at once",
    "src/render/awaitContent.ts",
    "|| texts.some(saysThatItLoads) ||",
    "||",
    "test/awaitContent.test.ts"
  ),
  browser(
    "browser: a picture that others kept from being drawn is left out",
    "src/render/renderPage.ts",
    '      failure._tag === "NeedsOwnBrowser"\n',
    '      failure._tag === "PageUnreachable"\n',
    "test/dearDrawings.test.ts"
  ),
  browser(
    "browser: a page is read without a frame",
    "src/render/frames.ts",
    "return acting.hasBegun ? false : yield* new NeedsOwnBrowser()",
    "return false",
    "test/frames.test.ts"
  ),
  browser(
    "browser: frames are looked for where a page is read alone",
    "src/render/frames.ts",
    "heldUp(untilOne)",
    "untilOne",
    "test/frames.test.ts"
  ),
  browser(
    "browser: a page that has acted begins again for a frame",
    "src/render/frames.ts",
    "acting.hasBegun ? false : ",
    "",
    "test/frames.test.ts"
  ),
  browser(
    "browser: a frame that others keep from coming is waited for no longer",
    "src/render/frames.ts",
    "Deferred.doneUnsafe(lacking, Effect.fail(new NeedsOwnBrowser()))\n",
    "\n",
    "test/frames.test.ts"
  ),
  browser(
    "browser: redirects of frames are places where they stand",
    "src/render/PageWatch.ts",
    "if (request.redirectedFrom() === null) return stands(",
    "if (frame !== page.mainFrame()) return stands(",
    "test/PageWatch.test.ts"
  ),
  browser(
    "browser: frames are led over redirects without end",
    "src/render/PageWatch.ts",
    "if (frameHops > maxFrameHops) fail",
    "if (frameHops > maxFrameHops * 100) fail",
    "test/PageWatch.test.ts"
  ),
  browser(
    "browser: one that was to be a page's own is shown to others",
    "src/BrowserPool.ts",
    "isAlone ? startProcess(true, owner) : shared(owner)",
    "shared(owner)",
    "test/BrowserPool.test.ts"
  ),
  browser(
    "browser: a page that acted loses its browser at once to one that does not close",
    "src/BrowserPool.ts",
    "Effect.andThen(untilNoneActs(one, acting), kill(one))",
    "kill(one)",
    "test/BrowserPool.test.ts"
  ),
  browser(
    "browser: a page is blamed for the end of one that it shared",
    "src/Browser.ts",
    "unlessActing(isAlone ? Effect.fail(crashed) : attempt(true, hasEnded))",
    "unlessActing(Effect.fail(crashed))",
    "test/processes.test.ts"
  ),
  browser(
    "browser: frames wander to new sites without end",
    "src/render/PageWatch.ts",
    " || frameSites.arrivals() > maxFrameArrivals",
    "",
    "test/PageWatch.test.ts"
  ),
  browser(
    "browser: a frame that is gone counts as one of another site",
    "src/render/PageWatch.ts",
    '  page.on("framedetached", safely(frameSites.leave, giveUp))\n',
    "",
    "test/PageWatch.test.ts"
  ),
  browser(
    "browser: one that tells nothing of its pages is kept",
    "src/BrowserPool.ts",
    "untold >= mutePages &&",
    "untold >= 1_000 &&",
    "test/BrowserPool.test.ts"
  ),
  browser(
    "browser: one is replaced for what servers do",
    "src/BrowserPool.ts",
    ' && error.reason === "timeout"',
    "",
    "test/BrowserPool.test.ts"
  )
]
