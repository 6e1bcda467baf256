/** The most addresses that an account saves; a check of the table holds it. */
export const mostAddresses = 20
export const longestLabel = 40
