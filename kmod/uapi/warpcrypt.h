/* SPDX-License-Identifier: (GPL-2.0-only WITH Linux-syscall-note) OR MIT */
/*
 * warpcrypt: the contract between warpcrypt.ko and its helper process.
 *
 * A helper opens /dev/warpcrypt, shares a range of its own memory (the arena)
 * with the module by WARPCRYPT_IOC_ATTACH, and from then on calls
 * WARPCRYPT_IOC_ENTER, which takes finished frames and hands out new ones.
 * The life of a file: open, one ATTACH, any number of ENTER from any number
 * of threads, close. The helper is detached when the last reference to the file
 * is closed, also because the process ended.
 *
 * A helper has one or more engines: the CPUs, GPUs. Each has frames of its own,
 * and the module decides for each request which engine does it, if any. RATES
 * tells it how fast they are; RETIRE takes one out of service.
 *
 *   arena, from its lowest address up (offsets in bytes)
 *   +---------+---------+-- --+-----------+-----------------------------+
 *   | frame 0 | frame 1 | ... | frame n-1 | key slots: 128 bytes each   |
 *   +---------+---------+-- --+-----------+-----------------------------+
 *   0         frame_size      key_offset = frame_size * frame_count
 *
 *   a frame
 *   +-----------+-----------+-- --+      +-- --+--------+--------+
 *   | payload 0 | payload 1 | ... | free | ... | desc 1 | desc 0 |
 *   +-----------+-----------+-- --+      +-- --+--------+--------+
 *   0    each payload starts at a multiple of 64      frame_size
 *
 * Byte order: all integers are the machine's own; both sides run on it.
 * Padding and reserved fields: zero on the way in (else -EINVAL), zero on the
 * way out.
 *
 * Ownership: a frame belongs to the helper from the ENTER that hands it out
 * until the ENTER that commits it, and to the module at every other time. The
 * key slots belong to the module; the helper only reads them. The module does
 * not rely on any of this: it never reads back a descriptor or a key slot. A
 * helper that writes where it must not can make results wrong, nothing else.
 */
#ifndef _UAPI_WARPCRYPT_H
#define _UAPI_WARPCRYPT_H

#include <linux/const.h>
#include <linux/ioctl.h>
#include <linux/types.h>

#include "warpcrypt_ciphers.h"

#if defined(__cplusplus)
extern "C" {
#endif

#define WARPCRYPT_DEVICE		"/dev/warpcrypt"

/* The version of everything in this file; ATTACH refuses any other. */
#define WARPCRYPT_ABI_VERSION		4

/*
 * Limits. ATTACH refuses values outside them (-EINVAL).
 * FRAME_SIZE: bytes; must also be a multiple of the page size.
 */
#define WARPCRYPT_FRAME_SIZE_MIN	(64u << 10)
#define WARPCRYPT_FRAME_SIZE_MAX	(64u << 20)
#define WARPCRYPT_FRAME_COUNT_MIN	2u
#define WARPCRYPT_FRAME_COUNT_MAX	4096u
#define WARPCRYPT_KEY_SLOTS_MIN		64u
#define WARPCRYPT_KEY_SLOTS_MAX		65536u
/* Of all engines together. And no more than half as many queues as frames. */
#define WARPCRYPT_QUEUES_MAX		64u
#define WARPCRYPT_ENGINES_MAX		8u
/* Bytes of an engine's name, with the NUL. */
#define WARPCRYPT_ENGINE_NAME		32u
/* The most entries in each of the two arrays of one ENTER. */
#define WARPCRYPT_ENTER_MAX		32u
/* The most threads that wait in ENTER for one engine; one more gets -EBUSY. */
#define WARPCRYPT_WAITERS_MAX		256u

/* Payloads start at multiples of this within a frame (bytes). */
#define WARPCRYPT_PAYLOAD_ALIGN		64u

/**
 * enum warpcrypt_kpp - the operations of a group, in place of modes
 * @WARPCRYPT_KPP_BASE: each scalar times the group's base point; the point of
 *	the unit is zero and ignored
 * @WARPCRYPT_KPP_POINT: each scalar times the point of the same unit
 * @WARPCRYPT_KPP_COUNT: number of these
 *
 * A payload is an array of units of WARPCRYPT_KPP_UNIT bytes, of P256 of
 * WARPCRYPT_KPP_UNIT_P256. The helper gets each as a struct warpcrypt_kpp_in and
 * overwrites it, including the secret, with a struct warpcrypt_kpp_out; of P256 it is
 * struct warpcrypt_kpp_p256_in and struct warpcrypt_kpp_p256_out.
 *
 * CURVE25519: X25519 of RFC 7748, section 5. The helper clamps the scalar and
 * ignores the top bit of u; u >= p is reduced modulo p. If POINT gives zero, the
 * status is WARPCRYPT_KPP_NONE.
 *
 * EDWARDS25519: the scalar is a 256-bit number, neither clamped nor reduced.
 * Points are encoded as in RFC 8032, section 5.1.2. If one does not decode
 * (section 5.1.3), or has y >= p, the status is WARPCRYPT_KPP_NONE.
 *
 * P256: all numbers are big-endian, as SEC 1 and FIPS 186 write them. The status is
 * WARPCRYPT_KPP_NONE if the scalar is 0, or the group's order n or more; or if x or y is
 * p or more, or the point is not on the curve. The point at infinity has no encoding.
 *
 * Another status, NONE for BASE (which the module asks with valid scalars only), or a zero
 * of CURVE25519 is a wrong result: the attachment ends.
 */
enum warpcrypt_kpp {
	WARPCRYPT_KPP_BASE = 0,
	WARPCRYPT_KPP_POINT = 1,
	WARPCRYPT_KPP_COUNT = 2,
};

/**
 * struct warpcrypt_kpp_in - one multiplication, before
 * @scalar: little-endian; secret
 * @point: encoded
 */
struct warpcrypt_kpp_in {
	__u8 scalar[32];
	__u8 point[32];
};

/**
 * struct warpcrypt_kpp_out - one multiplication, after
 * @result: encoded; zero unless @status is WARPCRYPT_KPP_DONE
 * @status: WARPCRYPT_KPP_DONE or WARPCRYPT_KPP_NONE
 * @reserved: zero
 */
struct warpcrypt_kpp_out {
	__u8 result[32];
	__u32 status;
	__u8 reserved[28];
};

/**
 * struct warpcrypt_kpp_p256_in - one multiplication on P-256, before
 * @scalar: 1 to n - 1; secret
 * @x: of the point
 * @y: of the point
 */
struct warpcrypt_kpp_p256_in {
	__u8 scalar[32];
	__u8 x[32];
	__u8 y[32];
};

/**
 * struct warpcrypt_kpp_p256_out - one multiplication on P-256, after
 * @x: of the product; zero unless @status is WARPCRYPT_KPP_DONE
 * @y: of the product; likewise
 * @status: WARPCRYPT_KPP_DONE or WARPCRYPT_KPP_NONE
 * @reserved: zero
 */
struct warpcrypt_kpp_p256_out {
	__u8 x[32];
	__u8 y[32];
	__u32 status;
	__u8 reserved[28];
};

#define WARPCRYPT_KPP_UNIT		64u
#define WARPCRYPT_KPP_UNIT_P256		96u
/* The longest of all groups. */
#define WARPCRYPT_KPP_UNIT_MAX		96u
/* The result is valid. */
#define WARPCRYPT_KPP_DONE		0u
/* No result: enum warpcrypt_kpp says when. */
#define WARPCRYPT_KPP_NONE		1u

/* A mode's bit in &warpcrypt_engine.modes. */
#define WARPCRYPT_MODE_BIT(mode)	((__u16)(1u << (mode)))

/**
 * enum warpcrypt_engine_kind - what an engine is
 * @WARPCRYPT_ENGINE_CPU: it computes on this machine's CPUs, which submit the
 *	requests, too
 * @WARPCRYPT_ENGINE_GPU: it has processors of its own
 *
 * The module shows it in sysfs, and chooses engines by their rates alone.
 */
enum warpcrypt_engine_kind {
	WARPCRYPT_ENGINE_CPU = 1,
	WARPCRYPT_ENGINE_GPU = 2,
};

/**
 * struct warpcrypt_engine - an engine, in ATTACH
 * @name: printable ASCII without spaces, then NULs to the end, at least one of
 *	each (-EINVAL); no two engines have the same. For counters and messages
 * @kind: enum warpcrypt_engine_kind (-EINVAL)
 * @parallel: how many frames it computes at a time, each as fast as if it were
 *	alone: 1 for a GPU, or the number of its threads if each computes. The
 *	open frame of a queue, of root's requests or of users', is handed out when
 *	it is as full as the frames of these that the helper has are together,
 *	divided by this number; if that is above 1, at least 16 KiB while the
 *	helper has, or the module delivers, any of them. 0: it is handed out
 *	however few requests it has (but see &warpcrypt_enter.fill)
 * @queues: how many queues it has, at least 1 (-EINVAL). The first engine's are
 *	queue 0 and those that follow, then come the second's, and so on
 * @reserved0: zero (-EINVAL)
 * @modes: for each cipher a WARPCRYPT_MODE_BIT() for each mode (for each
 *	group: each operation of enum warpcrypt_kpp) that it does, with all key
 *	lengths and in both directions. A bit or a cipher that the module does not
 *	know: -EOPNOTSUPP. No bit set: -EINVAL
 * @reserved: zero (-EINVAL)
 */
struct warpcrypt_engine {
	char name[WARPCRYPT_ENGINE_NAME];
	__u32 kind;
	__u32 parallel;
	__u32 queues;
	__u32 reserved0;
	__u16 modes[WARPCRYPT_CIPHER_COUNT];
	__u64 reserved[2];
};

/**
 * struct warpcrypt_attach - WARPCRYPT_IOC_ATTACH: share an arena with the module
 * @version: in: WARPCRYPT_ABI_VERSION, else -EPROTONOSUPPORT
 * @flags: in: zero; any bit set: -EOPNOTSUPP
 * @features: in: optional features that the helper wants; none is defined
 *	yet; any bit set: -EOPNOTSUPP
 * @arena_addr: in: the arena's address, a multiple of the page size
 *	(-EINVAL); it must be mapped readable and writable (-EFAULT)
 * @arena_len: in: bytes; exactly frame_size * frame_count + 128 * key_slots
 *	rounded up to whole pages (-EINVAL)
 * @frame_size: in: bytes of one frame, a multiple of the page size between
 *	WARPCRYPT_FRAME_SIZE_MIN and _MAX
 * @frame_count: in: frames, WARPCRYPT_FRAME_COUNT_MIN to _MAX
 * @key_slots: in: key slots, WARPCRYPT_KEY_SLOTS_MIN to _MAX
 * @generation: out: the number of this attachment, never 0 and never the
 *	same twice while the module is loaded
 * @engine_count: in: entries of @engines in use, 1 to WARPCRYPT_ENGINES_MAX
 *	(-EINVAL)
 * @reserved0: in: zero (-EINVAL)
 * @engines: in: the engines; entries not in use are zero (-EINVAL). Their queues
 *	together are at most WARPCRYPT_QUEUES_MAX and no more than half of
 *	@frame_count (-EINVAL): the module divides the frames among the queues, as
 *	evenly as possible. See &warpcrypt_enter.queue
 * @reserved: in: zero (-EINVAL)
 *
 * Pins the arena and accounts it to RLIMIT_MEMLOCK (-ENOMEM if it is over the
 * limit and the process lacks CAP_IPC_LOCK). Then the module tests all modes of
 * each engine with known answers, through ordinary frames that the helper serves
 * with ENTER like any other. If all results are right, the device goes live
 * (/sys/class/misc/warpcrypt/state). Otherwise the attachment is dead, see ENTER.
 *
 * The memory must be anonymous, or of a file that is itself memory (memfd,
 * System V shared memory, tmpfs, huge pages); any other file: -EFAULT. It must
 * have been given madvise(MADV_DONTFORK), or a child of fork() would have the keys
 * and the data, too: -EINVAL.
 *
 * By attaching, the helper promises that nothing from earlier (a DMA engine,
 * another process, an earlier attachment) still writes to this memory. The module
 * wipes it before close() returns, and also when ATTACH fails late because
 * another helper attached first.
 *
 * Another helper is attached, or this file has attached before, or the system is
 * going to sleep: -EBUSY.
 */
struct warpcrypt_attach {
	__u32 version;
	__u32 flags;
	__u64 features;
	__u64 arena_addr;
	__u64 arena_len;
	__u32 frame_size;
	__u32 frame_count;
	__u32 key_slots;
	__u32 generation;
	__u32 engine_count;
	__u32 reserved0;
	struct warpcrypt_engine engines[WARPCRYPT_ENGINES_MAX];
	__u64 reserved[4];
};

/* Decrypt the payload; never set for CTR. */
#define WARPCRYPT_DESC_DECRYPT		_BITUL(0)

/**
 * struct warpcrypt_desc - one request, or one piece of a long one, in a frame
 * @cipher: enum warpcrypt_cipher
 * @mode: enum warpcrypt_mode, or of a group enum warpcrypt_kpp
 * @flags: WARPCRYPT_DESC_* bits
 * @key_slot: index of the key slot
 * @key_generation: the generation of that slot while it holds this key; slot
 *	and generation identify a key for as long as the attachment lives
 * @offset: where the payload starts in the frame, bytes, a multiple of
 *	WARPCRYPT_PAYLOAD_ALIGN
 * @len: the payload's length, bytes, at least 1
 * @reserved0: zero
 * @block: XTS: number of blocks of the data unit before this payload (not 0
 *	only in the later pieces of a request longer than a frame); else zero
 * @iv: the IV, see enum warpcrypt_mode; zero for ECB
 * @reserved: zero
 *
 * Descriptor i is at frame_size - 64 * (i + 1). The module writes it before the
 * frame is handed out; the helper only reads it. Payloads do not overlap. The
 * descriptors of a frame are independent of each other.
 */
struct warpcrypt_desc {
	__u8 cipher;
	__u8 mode;
	__u16 flags;
	__u32 key_slot;
	__u32 key_generation;
	__u32 offset;
	__u32 len;
	__u32 reserved0;
	__u64 block;
	__u8 iv[16];
	__u8 reserved[16];
};

#define WARPCRYPT_KEY_MAX		96u

/**
 * struct warpcrypt_key - one key slot
 * @generation: number of keys that this slot has held; 0: it has none now. A
 *	helper may keep what it computes from a key, by slot and generation, as
 *	long as the slot has this generation: WARPCRYPT_ENTER_RELEASES
 * @cipher: enum warpcrypt_cipher
 * @mode: enum warpcrypt_mode (an XTS key is two keys)
 * @len: bytes of @key in use
 * @reserved: zero
 * @key: the key as it was passed to setkey of the crypto API
 *
 * The module fills the slot before it hands out the first frame that names it.
 * It wipes it when the tfm that owns the key gets another key or is freed, or
 * when another key needs the slot and no request with this one is under way.
 */
struct warpcrypt_key {
	__u32 generation;
	__u8 cipher;
	__u8 mode;
	__u16 len;
	__u8 reserved[24];
	__u8 key[WARPCRYPT_KEY_MAX];
};

/**
 * struct warpcrypt_frame - a frame handed out by ENTER
 * @id: identifies the frame until it is committed; goes into the commit
 * @index: the frame starts at arena + index * frame_size
 * @requests: number of descriptors in it, at least 1
 * @payload: bytes from the frame's start to the end of its last payload
 * @reserved: zero
 */
struct warpcrypt_frame {
	__u64 id;
	__u32 index;
	__u32 requests;
	__u32 payload;
	__u32 reserved;
};

/**
 * struct warpcrypt_commit - a frame given back by ENTER
 * @id: the &warpcrypt_frame.id that it was handed out with
 * @status: 0: every payload of the frame is done; a negative errno: the frame
 *	failed, and the module does its requests in software
 * @reserved: zero
 */
struct warpcrypt_commit {
	__u64 id;
	__s32 status;
	__u32 reserved;
};

/*
 * Spin for up to &warpcrypt_enter.spin_ns before sleeping. Ignored while only
 * one CPU is online.
 */
#define WARPCRYPT_ENTER_SPIN		_BITUL(0)
/*
 * Do not wait for frames while &warpcrypt_enter.releases is not the number that
 * ENTER would return there; and if it changes, stop waiting, at the latest 20 ms
 * afterwards.
 */
#define WARPCRYPT_ENTER_RELEASES	_BITUL(1)

/**
 * struct warpcrypt_enter - WARPCRYPT_IOC_ENTER: commit frames, fetch frames
 * @commit_addr: in: address of @commit_count struct warpcrypt_commit
 * @fetch_addr: in: address of an array of @fetch_max struct warpcrypt_frame
 * @commit_count: in: 0 to WARPCRYPT_ENTER_MAX
 * @fetch_max: in: 0 to WARPCRYPT_ENTER_MAX; 0: return after the commits
 * @fill: in: how many bytes (payloads and descriptors) a frame that is still
 *	open to requests must hold before it is handed out; 0: any number. A full
 *	frame is handed out in any case, and so is one with a request as old as a
 *	16th of the deadline. A helper uses 0 when an engine is idle, and more
 *	when all are busy, so that requests gather meanwhile
 * @flags: in: WARPCRYPT_ENTER_* bits; an unknown one: -EOPNOTSUPP
 * @queue: in: the queue that this thread serves, below the number of queues of
 *	all engines (-EINVAL). Its frames come first. If it has none, and after
 *	every few times that it had some, frames of other queues of the same
 *	engine are handed out. Frames of any queue can be committed
 * @reserved: in: zero (-EINVAL)
 * @timeout_ns: in: how long to wait for a frame; 0: do not wait, negative: no
 *	limit
 * @spin_ns: in: see WARPCRYPT_ENTER_SPIN
 * @committed: out: number of commits accepted
 * @refused: out: number of commits refused
 * @fetched: out: number of frames handed out
 * @releases: out: how often a key has lost its slot in this attachment; may wrap.
 *	in: ignored without WARPCRYPT_ENTER_RELEASES
 *
 * A helper keeps expanded keys, and must not keep those of volumes that were
 * closed. When @releases has changed, it compares the generation of each key that
 * it has expanded with the one in the key's slot, and wipes what it has of keys
 * whose slot has another. It does so before it processes the frames of the same
 * ENTER. Each thread that has expanded keys of its own passes the @releases that
 * it got last (0 at first), and so misses no release.
 *
 * The commits come first. Their results are copied out and their requests
 * completed before ENTER waits for frames, or meanwhile by other CPUs (the
 * module's parameter deliver).
 *
 * Returns 0 (also when the time is up and nothing was fetched), or
 *   -ENOTCONN   no ATTACH on this file yet
 *   -ESHUTDOWN  this attachment is dead because a deadline passed, too many
 *               frames failed or were late, one of known answers failed or there
 *               was no memory for these, or the system has slept: close the file,
 *               open it again and attach.
 *               After sleep nothing may be kept that was computed from keys and
 *               is not in this process's own memory
 *   -EBADMSG    this attachment is dead because known answers or verification
 *               found wrong results: do not attach again until the cause has
 *               been found and fixed
 *   -ENODEV     the engine of @queue is out of service (WARPCRYPT_IOC_RETIRE, or
 *               its frames failed); the commits were accepted, nothing was
 *               fetched. Other engines go on
 *   -ESTALE     one or more commits named a frame that this helper does not
 *               hold (@refused counts them; the others were accepted, nothing
 *               was fetched)
 *   -EINTR      a signal arrived while waiting; the commits were accepted
 *   -EBUSY      WARPCRYPT_WAITERS_MAX threads wait for this engine already; the
 *               commits were accepted
 *   -EINVAL     counts, the queue or reserved fields are wrong; nothing was done
 *   -EOPNOTSUPP unknown flags; nothing was done
 *   -EFAULT     an address is bad; frames that could not be written to
 *               @fetch_addr have failed
 * The out fields are written if anything was done.
 */
struct warpcrypt_enter {
	__u64 commit_addr;
	__u64 fetch_addr;
	__u32 commit_count;
	__u32 fetch_max;
	__u32 fill;
	__u32 flags;
	__u32 queue;
	__u32 reserved;
	__s64 timeout_ns;
	__u64 spin_ns;
	__u32 committed;
	__u32 refused;
	__u32 fetched;
	__u32 releases;
};

/* The rate is that of decryption; without it, of encryption or keystream. */
#define WARPCRYPT_RATE_DECRYPT		_BITUL(0)

/**
 * struct warpcrypt_rate - how fast an engine is in one mode and direction
 * @engine: index in &warpcrypt_attach.engines
 * @cipher: enum warpcrypt_cipher
 * @mode: a mode of the cipher that the engine offers
 * @flags: WARPCRYPT_RATE_* bits; none for CTR and for groups
 * @lone_ns: how long the helper has a frame with one short request, from ENTER to
 *	commit, when it has nothing else to do: ns, 1 to WARPCRYPT_RATE_LONE_MAX
 * @bytes_per_s: payload bytes a second, when it has as many full frames as it can
 *	use: WARPCRYPT_RATE_BYTES_MIN to _MAX. (Groups: the bytes of a unit
 *	for each multiplication.)
 * @chain_ns: encryption in CBC mode: ns for a block of one chain, up to
 *	WARPCRYPT_RATE_CHAIN_MAX, because the blocks of a request cannot be
 *	computed side by side; else zero
 * @reserved: zero
 */
struct warpcrypt_rate {
	__u8 engine;
	__u8 cipher;
	__u8 mode;
	__u8 flags;
	__u32 lone_ns;
	__u64 bytes_per_s;
	__u32 chain_ns;
	__u32 reserved;
};

#define WARPCRYPT_RATE_LONE_MAX		1000000000u
#define WARPCRYPT_RATE_BYTES_MIN	1000ull
#define WARPCRYPT_RATE_BYTES_MAX	10000000000000ull
#define WARPCRYPT_RATE_CHAIN_MAX	10000000u
/* The most entries of one WARPCRYPT_IOC_RATES. */
#define WARPCRYPT_RATES_MAX		1024u

/**
 * struct warpcrypt_rates - WARPCRYPT_IOC_RATES: say how fast the engines are
 * @addr: address of @count struct warpcrypt_rate
 * @count: 0 to WARPCRYPT_RATES_MAX
 * @reserved: zero
 *
 * Any time after ATTACH, from any thread, as often as the helper likes. What is
 * given replaces what was given before; a rate that is not among the entries is
 * unknown from then on. Of two entries for the same, the later counts.
 *
 * From these the module decides which engine does a request, or software. They
 * only steer: wrong rates cost time, nothing else. To an engine of which the rate
 * is not known, requests go whether that is faster or not.
 *
 * Returns 0, or
 *   -ENOTCONN   no ATTACH on this file yet
 *   -EINVAL     a count, a number or a reserved field is wrong, or an engine does
 *               not offer the mode; nothing has changed
 *   -EOPNOTSUPP unknown flags; nothing has changed
 *   -EFAULT     an address is bad; nothing has changed
 *   -ENOMEM     no memory; nothing has changed
 */
struct warpcrypt_rates {
	__u64 addr;
	__u32 count;
	__u32 reserved;
};

/**
 * struct warpcrypt_retire - WARPCRYPT_IOC_RETIRE: an engine is out of service
 * @engine: index in &warpcrypt_attach.engines
 * @reserved: zero
 *
 * For an engine that has failed alone. The module takes back all frames of its
 * queues, also those that the helper holds: commits of them are refused from now
 * on. Their requests go to other engines, or are done in software. The frames are
 * not used again, so the engine may still write to them. Key slots that their
 * descriptors name may have other keys from now on. Threads that serve its
 * queues get -ENODEV from ENTER. An engine does not come back: attach anew for
 * that.
 *
 * When no engine is left, the attachment is dead (-ESHUTDOWN from ENTER).
 *
 * Returns 0, also if the engine is out of service already, or
 *   -ENOTCONN   no ATTACH on this file yet
 *   -EINVAL     there is no such engine, or the reserved field is not zero
 *   -EFAULT     the address is bad
 */
struct warpcrypt_retire {
	__u32 engine;
	__u32 reserved;
};

#define WARPCRYPT_IOC_MAGIC		0xC8
#define WARPCRYPT_IOC_ATTACH \
	_IOWR(WARPCRYPT_IOC_MAGIC, 0x01, struct warpcrypt_attach)
#define WARPCRYPT_IOC_ENTER \
	_IOWR(WARPCRYPT_IOC_MAGIC, 0x02, struct warpcrypt_enter)
#define WARPCRYPT_IOC_RATES \
	_IOW(WARPCRYPT_IOC_MAGIC, 0x03, struct warpcrypt_rates)
#define WARPCRYPT_IOC_RETIRE \
	_IOW(WARPCRYPT_IOC_MAGIC, 0x04, struct warpcrypt_retire)

#if defined(__cplusplus)
}
#endif

#endif /* _UAPI_WARPCRYPT_H */
