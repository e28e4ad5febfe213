/** What an error of these files names as what failed. */
export const keyOperation = "sealing key"
