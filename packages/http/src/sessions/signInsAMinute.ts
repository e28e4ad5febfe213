/** How often secrets may be tried from one address in a minute, at whichever page a person signs in. */
export const signInsAMinute = 20
