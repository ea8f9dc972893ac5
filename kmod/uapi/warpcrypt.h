/* SPDX-License-Identifier: (GPL-2.0-only WITH Linux-syscall-note) OR MIT */
/*
 * warpcrypt: the contract between warpcrypt.ko and its helper process.
 *
 * A helper opens /dev/warpcrypt, gives the module a piece of its own memory
 * (the arena) with WARPCRYPT_IOC_ATTACH, and from then on calls
 * WARPCRYPT_IOC_ENTER, which takes finished frames and hands out new ones.
 * The life of a file: open, one ATTACH, any number of ENTER from any number
 * of threads, close. Closing the last reference (or dying) detaches.
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
 * not rely on any of this: it never reads back a descriptor or a key slot,
 * and a helper that writes where it should not makes wrong ciphertext and
 * nothing else.
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
#define WARPCRYPT_ABI_VERSION		1

/*
 * Limits. ATTACH refuses (-EINVAL) what lies outside them.
 * FRAME_SIZE: bytes, also a multiple of the page size.
 */
#define WARPCRYPT_FRAME_SIZE_MIN	(64u << 10)
#define WARPCRYPT_FRAME_SIZE_MAX	(64u << 20)
#define WARPCRYPT_FRAME_COUNT_MIN	2u
#define WARPCRYPT_FRAME_COUNT_MAX	4096u
#define WARPCRYPT_KEY_SLOTS_MIN		64u
#define WARPCRYPT_KEY_SLOTS_MAX		65536u
/* The most entries that one ENTER takes in each of its two arrays. */
#define WARPCRYPT_ENTER_MAX		32u

/* Payloads start at multiples of this within a frame (bytes). */
#define WARPCRYPT_PAYLOAD_ALIGN		64u

#define WARPCRYPT_CIPHER_NUMBER(NAME, name, number, ...) \
	WARPCRYPT_CIPHER_##NAME = number,

/**
 * enum warpcrypt_cipher - what a descriptor asks for: WARPCRYPT_CIPHER_AES and
 *	so on, one for each line of WARPCRYPT_CIPHERS() and WARPCRYPT_GROUPS()
 * @WARPCRYPT_CIPHER_NONE: never used; an empty key slot reads so
 * @WARPCRYPT_CIPHER_COUNT: entries of &warpcrypt_attach.modes; values that
 *	no line names are reserved
 */
enum warpcrypt_cipher {
	WARPCRYPT_CIPHER_NONE = 0,
	WARPCRYPT_CIPHERS(WARPCRYPT_CIPHER_NUMBER)
	WARPCRYPT_GROUPS(WARPCRYPT_CIPHER_NUMBER)
	WARPCRYPT_CIPHER_COUNT = 16,
};

#define WARPCRYPT_MODE_NUMBER(NAME, name, number) \
	WARPCRYPT_MODE_##NAME = number,

/**
 * enum warpcrypt_mode - how a block cipher's blocks are chained
 * @WARPCRYPT_MODE_ECB: every block on its own; payload encrypted or decrypted
 *	in place; the IV is unused
 * @WARPCRYPT_MODE_CTR: the payload's bytes are undefined on the way out to
 *	the helper, which fills them with keystream E(iv), E(iv + 1), ...; iv
 *	is a 128-bit big-endian counter that wraps; the module does the XOR.
 *	The length may be any (the last block's keystream is cut)
 * @WARPCRYPT_MODE_CBC: in place; iv is the previous ciphertext block
 * @WARPCRYPT_MODE_XTS: in place (IEEE 1619-2018); the tweak of the payload's
 *	first block is E2(iv) * x^block; a length that is no multiple of 16 has
 *	ciphertext stealing in its last two blocks
 * @WARPCRYPT_MODE_COUNT: number of modes
 *
 * ECB and CBC lengths are multiples of 16; XTS lengths are at least 16.
 */
enum warpcrypt_mode {
	WARPCRYPT_MODES(WARPCRYPT_MODE_NUMBER)
	WARPCRYPT_MODE_COUNT = 4,
};

/**
 * enum warpcrypt_kpp - what a group does; takes the place of the mode
 * @WARPCRYPT_KPP_BASE: each scalar times the group's base point; the unit's
 *	point is zero and ignored
 * @WARPCRYPT_KPP_POINT: each scalar times the point beside it
 * @WARPCRYPT_KPP_COUNT: number of these
 *
 * A payload is a row of units of WARPCRYPT_KPP_UNIT bytes. On the way out to
 * the helper each is a struct warpcrypt_kpp_in; the helper overwrites it, and
 * with it the secret, with a struct warpcrypt_kpp_out.
 *
 * CURVE25519: X25519 of RFC 7748, section 5. The helper clamps the scalar and
 * ignores the top bit of u; u >= p is taken modulo p. An all-zero result of
 * POINT is WARPCRYPT_KPP_NONE.
 *
 * EDWARDS25519: the scalar is a 256-bit number as it is, neither clamped nor
 * reduced. Points are encoded as RFC 8032, section 5.1.2 has it. One that does
 * not decode (section 5.1.3), y >= p included, is WARPCRYPT_KPP_NONE.
 */
enum warpcrypt_kpp {
	WARPCRYPT_KPP_BASE = 0,
	WARPCRYPT_KPP_POINT = 1,
	WARPCRYPT_KPP_COUNT = 2,
};

/**
 * struct warpcrypt_kpp_in - one multiplication to be done
 * @scalar: little-endian; secret
 * @point: encoded
 */
struct warpcrypt_kpp_in {
	__u8 scalar[32];
	__u8 point[32];
};

/**
 * struct warpcrypt_kpp_out - one multiplication done
 * @result: encoded; zero unless @status is WARPCRYPT_KPP_DONE
 * @status: WARPCRYPT_KPP_DONE or WARPCRYPT_KPP_NONE
 * @reserved: zero
 */
struct warpcrypt_kpp_out {
	__u8 result[32];
	__u32 status;
	__u8 reserved[28];
};

#define WARPCRYPT_KPP_UNIT		64u
/* There is a result. */
#define WARPCRYPT_KPP_DONE		0u
/* There is none: the point does not decode, or the shared secret is zero. */
#define WARPCRYPT_KPP_NONE		1u

/* A mode's bit in &warpcrypt_attach.modes. */
#define WARPCRYPT_MODE_BIT(mode)	((__u16)(1u << (mode)))

/**
 * struct warpcrypt_attach - WARPCRYPT_IOC_ATTACH: give the module an arena
 * @version: in: WARPCRYPT_ABI_VERSION, else -EPROTONOSUPPORT
 * @flags: in: zero; any bit set: -EOPNOTSUPP
 * @features: in: optional features that the helper wants, none are defined
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
 * @modes: in: for each cipher the WARPCRYPT_MODE_BIT()s of the modes (of the
 *	groups: of enum warpcrypt_kpp) that the helper does, for all key
 *	lengths and both directions. A bit or a cipher that the
 *	module does not know: -EOPNOTSUPP. Nothing set: -EINVAL
 * @reserved: in: zero (-EINVAL)
 *
 * Pins the arena and accounts it to RLIMIT_MEMLOCK (-ENOMEM without
 * CAP_IPC_LOCK when it does not fit). Then the module sends known answers for
 * everything in @modes through ordinary frames; the helper serves them with
 * ENTER like any other, and when all came back right, the device goes live
 * (/sys/class/misc/warpcrypt/state). Otherwise it is dead, see ENTER.
 *
 * The memory is anonymous, or a file that is itself memory (memfd, System V
 * shared memory, tmpfs, huge pages); another file: -EFAULT.
 *
 * Attaching is also the helper's promise that nothing from earlier (a DMA
 * engine, another process, an earlier attachment) still writes to this memory.
 * The module wipes it before close() returns, and also when ATTACH fails at the
 * last moment because another helper was faster.
 *
 * Another helper is attached, or this file has attached before: -EBUSY.
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
	__u16 modes[WARPCRYPT_CIPHER_COUNT];
	__u64 reserved[4];
};

/* The descriptor's data are decrypted (ECB, CBC, XTS); never set for CTR. */
#define WARPCRYPT_DESC_DECRYPT		_BITUL(0)

/**
 * struct warpcrypt_desc - one request, or one piece of a long one, in a frame
 * @cipher: enum warpcrypt_cipher
 * @mode: enum warpcrypt_mode, or of a group enum warpcrypt_kpp
 * @flags: WARPCRYPT_DESC_* bits
 * @key_slot: index of its key slot
 * @key_generation: that slot's generation while it holds this key; the pair
 *	names one key for as long as the attachment lives
 * @offset: where the payload starts in the frame, bytes, a multiple of
 *	WARPCRYPT_PAYLOAD_ALIGN
 * @len: the payload's length, bytes, at least 1
 * @reserved0: zero
 * @block: XTS: blocks of the data unit that lie before this payload (0 but
 *	for the later pieces of a request longer than a frame); else zero
 * @iv: the IV, as the mode wants it; zero for ECB
 * @reserved: zero
 *
 * Descriptor i lies at frame_size - 64 * (i + 1). Written by the module
 * before the frame is handed out; only read by the helper. Payloads do not
 * overlap. Descriptors of one frame are independent of each other.
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
 * @generation: counts the keys that this slot has held; a helper may keep
 *	what it computed from a key for as long as (slot, generation) stays
 * @cipher: enum warpcrypt_cipher
 * @mode: enum warpcrypt_mode (an XTS key is two keys)
 * @len: bytes of @key in use
 * @reserved: zero
 * @key: the key, as the crypto API's setkey got it
 *
 * Filled before the first frame that names it is handed out, wiped when its
 * owner changes key or goes away.
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
 * @id: names this frame this time; to be given back in a commit
 * @index: the frame starts at arena + index * frame_size
 * @requests: how many descriptors it holds, at least 1
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
 * struct warpcrypt_commit - a frame given back to ENTER
 * @id: the @id it was handed out with
 * @status: 0: every payload of the frame is done; a negative errno: the frame
 *	failed, its requests are done in software
 * @reserved: zero
 */
struct warpcrypt_commit {
	__u64 id;
	__s32 status;
	__u32 reserved;
};

/*
 * Spin for up to &warpcrypt_enter.spin_ns before sleeping. Ignored on a
 * machine with one CPU online.
 */
#define WARPCRYPT_ENTER_SPIN		_BITUL(0)

/**
 * struct warpcrypt_enter - WARPCRYPT_IOC_ENTER: commit frames, fetch frames
 * @commit_addr: in: address of @commit_count struct warpcrypt_commit
 * @fetch_addr: in: address of room for @fetch_max struct warpcrypt_frame
 * @commit_count: in: 0 to WARPCRYPT_ENTER_MAX
 * @fetch_max: in: 0 to WARPCRYPT_ENTER_MAX; 0: return after the commits
 * @fill: in: how many bytes (payloads and descriptors) a frame that is still
 *	open to requests must hold to be handed out. 0: whatever is there. A
 *	frame that can take no more is handed out whatever this says. Ask with 0
 *	when an engine is idle, with more when all are busy: requests gather
 *	meanwhile
 * @flags: in: WARPCRYPT_ENTER_* bits; an unknown one: -EOPNOTSUPP
 * @timeout_ns: in: how long to wait for a frame to fetch; 0: do not wait,
 *	negative: no limit
 * @spin_ns: in: see WARPCRYPT_ENTER_SPIN
 * @committed: out: commits that were accepted
 * @refused: out: commits that were not
 * @fetched: out: frames handed out
 * @reserved: in: zero (-EINVAL); out: zero
 *
 * The commits come first: results are copied to where they belong and the
 * requests completed before anything is waited for.
 *
 * Returns 0 (also when the time was up and nothing was fetched), or
 *   -ENOTCONN   no ATTACH on this file yet
 *   -ESHUTDOWN  this attachment is dead, because a deadline passed: detach by
 *               closing, open and attach anew
 *   -EBADMSG    this attachment is dead, because known answers or verification
 *               found wrong results: out of service, do not come back before
 *               somebody has mended what is broken
 *   -ESTALE     one or more commits named a frame that this helper does not
 *               hold (@refused counts them; the others were accepted, nothing
 *               was fetched)
 *   -EINTR      a signal came while waiting; the commits were accepted
 *   -EINVAL     counts or reserved fields are wrong; nothing was done
 *   -EOPNOTSUPP unknown flags; nothing was done
 *   -EFAULT     an address is bad; frames that could not be written to
 *               @fetch_addr stay with the module
 * The out fields are written whenever anything was done.
 */
struct warpcrypt_enter {
	__u64 commit_addr;
	__u64 fetch_addr;
	__u32 commit_count;
	__u32 fetch_max;
	__u32 fill;
	__u32 flags;
	__s64 timeout_ns;
	__u64 spin_ns;
	__u32 committed;
	__u32 refused;
	__u32 fetched;
	__u32 reserved;
};

#define WARPCRYPT_IOC_MAGIC		0xC8
#define WARPCRYPT_IOC_ATTACH \
	_IOWR(WARPCRYPT_IOC_MAGIC, 0x01, struct warpcrypt_attach)
#define WARPCRYPT_IOC_ENTER \
	_IOWR(WARPCRYPT_IOC_MAGIC, 0x02, struct warpcrypt_enter)

#if defined(__cplusplus)
}
#endif

#endif /* _UAPI_WARPCRYPT_H */
