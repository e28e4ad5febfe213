/** Why a page is not seen with a kept login, in words that say what its owner does then. */
import type { Wall } from "../../pages/domain/PageProblem.ts"
import type { BrowserProfileId } from "../../profiles/domain/BrowserProfile.ts"

/** What the command line does, and what the API calls it. */
const howToRenew = (id: BrowserProfileId): string =>
  `Sign in again and renew it with "kittiwake profile renew ${id} session.json" (PUT /v1/org/browser/profiles/${id}/session).`

/** What stands before the page, and `said` of it, for the owner of a login. */
export const loginProblem = (id: BrowserProfileId, wall: Wall, said: string): string => {
  switch (wall) {
    case "sign_in":
      return `The login of the browser profile ${id} has ended: ${said} ${howToRenew(id)}`
    case "refusal":
      return `${said} The login of the browser profile ${id} may have ended. If it has: ${howToRenew(id)}`
    case "robots":
      return said
  }
}
