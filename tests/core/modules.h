/* SPDX-License-Identifier: GPL-2.0-only */
/* Modules that are in this process: what their macros name, by name. */
#ifndef WARPCRYPT_TESTS_CORE_MODULES_H
#define WARPCRYPT_TESTS_CORE_MODULES_H

/* A function that loads or unloads a module, or a parameter. */
struct module_symbol {
	const char *name;
	void *address;
	struct module_symbol *next;	/* another one */
};

void module_symbol_add(struct module_symbol *symbol);
/* Of the symbol, or NULL: there is none. */
void *module_symbol_find(const char *name);
/* Calls one that loads a module. 0 or a negative errno. */
int module_load(const char *init);
void module_unload(const char *exit);

#endif /* WARPCRYPT_TESTS_CORE_MODULES_H */
