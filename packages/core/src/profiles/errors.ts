/** What keeping a browser profile, or seeing a page with one, can end in. Nothing is charged for any of them. */
import { Schema } from "effect"

/** The organization has no such browser profile. */
export class ProfileNotFound extends Schema.TaggedError<ProfileNotFound>()("ProfileNotFound", {}) {}

/** Another call uses the profile. Try again when it has ended. */
export class ProfileBusy extends Schema.TaggedError<ProfileBusy>()("ProfileBusy", {}) {}

/** The session is longer than is kept. Nothing was stored. */
export class ProfileSessionTooLarge extends Schema.TaggedError<ProfileSessionTooLarge>()("ProfileSessionTooLarge", {
  maxBytes: Schema.Int
}) {}

/** The organization has as many profiles as it may. Remove one. */
export class ProfileLimitReached extends Schema.TaggedError<ProfileLimitReached>()("ProfileLimitReached", {
  limit: Schema.Int
}) {}

/** The profile does not open the page. Store a new session. */
export class ProfileUnusable extends Schema.TaggedError<ProfileUnusable>()("ProfileUnusable", {
  reason: Schema.Literals([
    /** What is stored is no session, or was sealed with another key. */
    "invalid_session",
    /** Every cookie that the site would get has expired. */
    "session_expired",
    /** The session has nothing for this site. */
    "origin_blocked",
    /** The site asks to sign in although it got the session. */
    "reauthentication_required",
    /** The site asks to sign in, and the profile has no session. */
    "missing_credentials",
    /** The site asks for what only a person can do: a second factor, a check for robots. */
    "interaction_required",
    /** The site refuses, and does not say whether it knows who asks. */
    "authentication_unknown"
  ]),
  message: Schema.String
}) {}

/** Why a page could not be seen with a profile. */
export type ProfileError = ProfileNotFound | ProfileBusy | ProfileUnusable
