// SPDX-License-Identifier: GPL-2.0-only
/*
 * ctr-pipe: encrypts what comes through a pipe with AES-256 in CTR, and decrypts it
 * again. One thread waits with epoll for input and for batches that are done.
 *
 *	cc -o ctr-pipe ctr-pipe.c $(pkg-config --cflags --libs libwarpcrypt)
 *	head -c 48 /dev/urandom >key
 *	tar -c directory | ./ctr-pipe key >encrypted
 *	cat encrypted | ./ctr-pipe key | tar -x
 *
 * The key file has the key, 32 bytes, and the first counter, 16 bytes. Both together are
 * for one stream: two with the same counters can be read by whoever has both. CTR does not
 * notice that somebody has changed the stream.
 */
#include <err.h>
#include <errno.h>
#include <libwarpcrypt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <unistd.h>

#define SLOTS	64
#define SPACE	((size_t)1 << 16)

/* Requests in the order in which they were read: begun, until they are written. */
static struct slot {
	struct warpcrypt_request request;
	uint8_t data[SPACE];
	int done;
} slots[SLOTS];

static size_t begun, written, filled;
static struct warpcrypt *engine;
static struct warpcrypt_cipher_key *key;
static struct warpcrypt_queue *queue;
static uint8_t counter[16];

static void must(int result)
{
	if (result)
		errx(1, "%s", warpcrypt_error());
}

static void read_key(const char *name)
{
	FILE *file = fopen(name, "re");
	uint8_t bytes[49];

	if (!file)
		err(1, "%s", name);
	if (fread(bytes, 1, sizeof(bytes), file) != 48)
		errx(1, "%s: key and counter have 48 bytes", name);
	fclose(file);
	must(warpcrypt_key(engine, &key, "aes", "ctr", bytes, 32));
	memcpy(counter, bytes + 32, 16);
	explicit_bzero(bytes, sizeof(bytes));
}

/*
 * Reads what has come into the next slot, and begins a batch, of whole blocks but at the
 * end: the next request begins with a block. Returns 0 at the end of the input.
 */
static int take_input(void)
{
	struct slot *slot = &slots[begun % SLOTS];
	struct warpcrypt_work work = {
		.size = sizeof(work), .requests = &slot->request, .count = 1,
		.queue = queue, .data = slot,
	};
	struct warpcrypt_batch *batch;
	ssize_t n;

	n = read(STDIN_FILENO, slot->data + filled, SPACE - filled);
	if (n < 0)
		err(1, "standard input");
	filled += n;
	if (n ? filled % 16 : !filled)
		return n > 0;
	slot->done = 0;
	slot->request = (struct warpcrypt_request){
		.size = sizeof(slot->request), .key = key,
		.src = slot->data, .dst = slot->data, .len = filled,
	};
	memcpy(slot->request.iv, counter, 16);
	if (n)
		must(warpcrypt_next_iv(engine, key, counter, filled));
	must(warpcrypt_begin(engine, &work, &batch));
	begun++;
	filled = 0;
	return n > 0;
}

/* Takes what is done from the queue, and writes what is next. */
static void take_batches(void)
{
	struct warpcrypt_batch *batch;

	while ((batch = warpcrypt_queue_next(queue))) {
		struct slot *slot = warpcrypt_data(batch);

		must(warpcrypt_wait(batch));
		slot->done = 1;
	}
	while (written < begun && slots[written % SLOTS].done) {
		struct slot *slot = &slots[written++ % SLOTS];

		if (fwrite(slot->data, 1, slot->request.len, stdout) !=
		    slot->request.len)
			err(1, "standard output");
	}
}

static void listen_to(int poll, int fd, const char *what)
{
	struct epoll_event event = { .events = EPOLLIN, .data.fd = fd };

	if (epoll_ctl(poll, EPOLL_CTL_ADD, fd, &event))
		err(1, "%s%s", what,
		    errno == EPERM ? " must be a pipe or a socket" : "");
}

static void run(int poll)
{
	int more = 1, listens = 1;

	while (more || written < begun) {
		int has_room = begun - written < SLOTS;
		struct epoll_event event;

		/* Without room, or at the end, only batches count. */
		if (listens != (more && has_room)) {
			listens = !listens;
			if (listens)
				listen_to(poll, STDIN_FILENO, "standard input");
			else if (epoll_ctl(poll, EPOLL_CTL_DEL, STDIN_FILENO,
					   NULL))
				err(1, "epoll");
		}
		if (epoll_wait(poll, &event, 1, -1) < 0) {
			if (errno == EINTR)
				continue;
			err(1, "epoll");
		}
		if (event.data.fd == STDIN_FILENO)
			more = take_input();
		else
			take_batches();
	}
}

int main(int argc, char **argv)
{
	struct warpcrypt_options options = {
		.size = sizeof(options), .backend = getenv("BACKEND"),
	};
	int poll = epoll_create1(EPOLL_CLOEXEC);

	if (argc != 2)
		errx(2, "usage: ctr-pipe KEY");
	if (poll < 0)
		err(1, "epoll");
	listen_to(poll, STDIN_FILENO, "standard input");
	must(warpcrypt_open(&engine, &options));
	read_key(argv[1]);
	must(warpcrypt_queue(engine, &queue));
	listen_to(poll, warpcrypt_queue_fd(queue), "the queue");
	run(poll);
	if (fflush(stdout))
		err(1, "standard output");
	must(warpcrypt_queue_free(queue));
	must(warpcrypt_key_free(engine, key));
	warpcrypt_close(engine);
	return 0;
}
