export const adminOfBench = { email: 'admin@cakewala.test', password: 'a password for the bench' }

/** With it every customer of a filled shop, 'customer1@example.in' and so on, can log in. */
export const passwordOfAll = 'a password for the bench'
