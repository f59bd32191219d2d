# SPDX-License-Identifier: Apache-2.0
# Started by ../Makefile: make cocotb.
TOPLEVEL_LANG = verilog
VERILOG_SOURCES = $(CURDIR)/../$(ID).v $(CURDIR)/simulation_top.v
TOPLEVEL = simulation_top
COCOTB_TEST_MODULES = test_component
SIM_BUILD = ../build/cocotb
COCOTB_RESULTS_FILE = ../build/cocotb-results.xml
COCOTB_PLUSARGS = +io_ratio=$(IO_RATIO)
PLUSARGS = +io_ratio=$(IO_RATIO)
ifeq ($(SIM),verilator)
EXTRA_ARGS += -Wno-fatal -Wno-lint -Wno-style -O1
endif
include $(shell cocotb-config --makefiles)/Makefile.sim
