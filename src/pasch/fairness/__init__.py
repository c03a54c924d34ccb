"""Where dice come from: a commitment before the first roll, the seed after the last one."""
