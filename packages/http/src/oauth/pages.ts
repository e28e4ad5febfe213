/** What people read who are asked for a grant. */
import { dailyCreditLimits } from "@kittiwake/core/grants/domain/Grant"
import type { GrantScope } from "@kittiwake/core/grants/domain/GrantScope"
import { isLoopback } from "@kittiwake/core/grants/domain/RedirectUri"
import type { AuthorizationRequest } from "./AuthorizationRequest.ts"
import { escapeHtml, page } from "./html.ts"

const words: { readonly [S in GrantScope]: readonly [title: string, means: string] } = {
  "api.read": [
    "Look things up",
    "Read pages, search, ask questions, and see your monitors, batches and the log of calls. This spends credits."
  ],
  "api.write": [
    "Change things",
    "Make, change, run and delete monitors, keep views, share changes by public links, and submit batches of pages. Monitors that it makes go on spending credits by themselves, within the budget below."
  ]
}

/** Where the person is sent afterwards, in words. */
const placeOf = (redirectUri: string): string => {
  const url = new URL(redirectUri)
  if (isLoopback(redirectUri)) return "a program on this computer"
  return url.protocol === "https:" ? url.host : `the program for ${url.protocol}// links`
}

const whoAsks = ({ client, redirectUri }: AuthorizationRequest): string => {
  const vouched =
    client.host === null
      ? `<p class="soft">Anybody can take this name. Go on only if you have just asked this program to connect.</p>`
      : `<p class="soft">${escapeHtml(client.host)} vouches for this program.</p>`
  return `${vouched}
<dl>
<dt>Afterwards you are sent to</dt><dd>${escapeHtml(placeOf(redirectUri))}</dd>
</dl>`
}

const problem = (text: string | null) => (text === null ? "" : `<p class="bad" role="alert">${escapeHtml(text)}</p>\n`)

/** Asks who is there. */
export const signInPage = (request: AuthorizationRequest, token: string, wrong: string | null): string =>
  page(
    "Sign in",
    `<h1>${escapeHtml(request.client.name)} wants to connect</h1>
${whoAsks(request)}
${problem(wrong)}<form method="post" action="./authorize">
<input type="hidden" name="request" value="${escapeHtml(token)}">
<label for="key">Your API key, or the operator's token</label>
<input class="field" id="key" name="key" type="password" required autocomplete="off" autocapitalize="none" spellcheck="false">
<p class="soft">The program never sees it. What you grant goes no further than this key, and ends with it. A key is made with <code>kittiwake key create</code>.</p>
<div class="buttons"><button class="main" name="step" value="sign-in">Go on</button></div>
</form>`
  )

/** For whom is granted: one organization, or those among which the operator chooses. */
export interface Granting {
  readonly organizations: ReadonlyArray<{ readonly id: string; readonly name: string }>
  /** Whether there are others, which the operator may name. */
  readonly hasMore: boolean
  /** What can be granted; less than is asked for when the key has less. */
  readonly grantable: ReadonlyArray<GrantScope>
}

const organizationField = `<label for="organization-id">Or the id of another one</label>
<input class="field" id="organization-id" name="organization_id" maxlength="64" autocomplete="off" autocapitalize="none" spellcheck="false" aria-describedby="about-organization-id">
<p class="soft" id="about-organization-id">Not all are listed. An id that stands here goes before what is chosen above; <code>kittiwake org list</code> shows them.</p>`

const organizationChoice = ({ hasMore, organizations }: Granting): string => {
  const [only, another] = organizations
  if (only !== undefined && another === undefined) {
    return `<dl><dt>Organization</dt><dd>${escapeHtml(only.name)} <span class="soft">${escapeHtml(only.id)}</span></dd></dl>`
  }
  const options = organizations.map(
    ({ id, name }) => `<option value="${escapeHtml(id)}">${escapeHtml(`${name} (${id})`)}</option>`
  )
  return `<label for="organization">Organization</label>
<select class="field" id="organization" name="organization" required>${options.join("")}</select>${hasMore ? `\n${organizationField}` : ""}`
}

const scopeChoice = ({ grantable }: Granting): string =>
  grantable
    .map((scope) => {
      const [title, means] = words[scope]
      return `<label><input type="checkbox" name="scope" value="${scope}" checked> <span><strong>${title}</strong><br><span class="soft">${means}</span></span></label>`
    })
    .join("\n")

/** Asks for consent. */
export const consentPage = (
  request: AuthorizationRequest,
  granting: Granting,
  token: string,
  wrong: string | null
): string =>
  page(
    "Allow access",
    `<h1>Allow ${escapeHtml(request.client.name)} to use Kittiwake for you?</h1>
${whoAsks(request)}
${problem(wrong)}<form method="post" action="./authorize">
<input type="hidden" name="request" value="${escapeHtml(token)}">
${organizationChoice(granting)}
<fieldset><legend>It may</legend>
${scopeChoice(granting)}
</fieldset>
<label for="credits">Most credits a day</label>
<input class="field" id="credits" name="credits" inputmode="numeric" pattern="[0-9]*" maxlength="10" value="${dailyCreditLimits.suggested}" aria-describedby="about-credits">
<p class="soft" id="about-credits">A day ends at midnight UTC. Left empty, it may spend all that the organization has.</p>
<div class="buttons"><button class="main" name="step" value="allow">Allow</button><button name="step" value="deny" formnovalidate>Do not allow</button></div>
</form>
<p class="soft">It may go on until you end it: <code>kittiwake grant list</code> shows what you granted, and <code>kittiwake grant revoke</code> ends it.</p>`
  )

/** Where a person may go back to, who decides whether to: anybody can make a program that sends people here. */
export const wayBack = (redirectUri: string, address: string): string => {
  const place = placeOf(redirectUri)
  return `<p class="soft">Anybody can send you here. Go back only if you have come from there, and have just asked it to connect.</p>
<p><a href="${escapeHtml(address)}" rel="noreferrer">Back to ${escapeHtml(place)}</a></p>`
}

/** Says what went wrong and what to do; `way` is markup with a way back. */
export const problemPage = (title: string, message: string, todo: string, way = ""): string =>
  page(
    title,
    `<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(message)}</p>
<p>${escapeHtml(todo)}</p>
${way}`
  )
